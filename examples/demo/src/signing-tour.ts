import type { TourStep } from './tour-step.ts';

/**
 * The three commands that take an agreement through its signature; they expect the management token in the
 * shell variable `SIGNING_TOKEN`. The README shows the same.
 *
 * @param tour.serviceUrl   address of the signing service, such as `http://127.0.0.1:8081`
 * @param tour.agreementId  the agreement that the commands send for signature
 */
export function signingTour({
  serviceUrl,
  agreementId,
}: {
  serviceUrl: string;
  agreementId: number;
}): [send: TourStep, watch: TourStep, download: TourStep] {
  const agreement = new URL(`/api/conventions/${agreementId}`, serviceUrl).href;
  const curl = (what: string): string =>
    `curl -sS -w '\\n' -H "Authorization: Bearer $SIGNING_TOKEN" ${what}`;
  return [
    { purpose: 'Send an agreement for signature', command: curl(`-X POST ${agreement}/signature`) },
    { purpose: 'Watch it until its state is "signed"', command: curl(agreement) },
    // Without -f an answer that is no PDF would end up in the file.
    { purpose: 'Download the signed PDF', command: curl(`-f -o signed.pdf ${agreement}/signed-pdf`) },
  ];
}
