import type { Database } from '../data/open-database.ts';
import { findListStandings, findTrustedServices } from '../data/trusted-lists.ts';
import { type AnchorSource, versioned } from '../trust/known-anchors.ts';
import type { TrustAnchor, TrustAnchors } from '../trust/trust-anchor.ts';
import type { TrustService } from '../trust/trusted-list.ts';

/** The services of a list as anchors: each certificate of each in every state that it ever had. */
export function anchorsOf(list: { territory: string; services: readonly TrustService[] }): TrustAnchor[] {
  const { territory, services } = list;
  return services.flatMap(({ provider, name, certificates, periods }) =>
    certificates.flatMap((certificate) =>
      periods.map(({ type, status, since, purposes, qualifications }) => ({
        certificate,
        service: type,
        status,
        since,
        purposes,
        qualifications,
        source: `${territory}: ${provider}, ${name}`,
      })),
    ),
  );
}

/** The anchors of all lists that are kept; they are read anew when a list has another issue. */
export function anchorsOfLists(db: Database): AnchorSource {
  let known: { issues: string; trusted: TrustAnchors } | undefined;
  return async () => {
    const standings = await findListStandings(db);
    const issues = standings.map(({ territory, sequence }) => `${territory} ${sequence}`).join();
    if (known?.issues !== issues)
      known = { issues, trusted: versioned((await findTrustedServices(db)).flatMap(anchorsOf)) };
    return known.trusted;
  };
}
