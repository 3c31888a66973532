import { type Language, textIn } from '@campus/pages';
import { Refusal, type Row } from '@campus/rest';
import type { VideoConfiguration } from '../config.ts';
import type { VideoDetails } from '../data/video-details.ts';
import type { DublinCoreInstance, DublinCoreVideo } from '../dublin-core/record.ts';
import { videoAddress } from './addresses.ts';
import { refusals } from './refusals.ts';

type Defaults = Pick<VideoConfiguration, 'titleEtb' | 'defaultDcCoverage' | 'defaultDcRights'>;

/** The parameters of the configuration without which there is no Dublin Core (contract §8). */
export function missingDefaults({ defaultDcCoverage, defaultDcRights }: Defaults): string[] {
  const missing = { DEFAULT_DC_COVERAGE: defaultDcCoverage, DEFAULT_DC_RIGHTS: defaultDcRights };
  return Object.entries(missing).flatMap(([name, value]) => (value ? [] : [name]));
}

/** What the configuration says for all records. @throws Refusal  `no_dublin_core`, with what it does not say */
export function dublinCoreInstance(configuration: Defaults): Omit<DublinCoreInstance, 'timeZone'> {
  const { titleEtb: publisher, defaultDcCoverage: coverage, defaultDcRights: rights } = configuration;
  if (coverage && rights) return { publisher, coverage, rights };
  throw new Refusal(refusals.no_dublin_core, {
    values: { names: missingDefaults(configuration).join(', ') },
  });
}

/** What Dublin Core says of a public video, by its row and what is told beside it. */
export function dublinCoreVideo(
  row: Row,
  { disciplines = [], contributors = [] }: Partial<VideoDetails> = {},
  { base, language }: { base: string; language: Language },
): DublinCoreVideo {
  return {
    address: `${base}${videoAddress({ slug: String(row.slug) })}`,
    title: String(row.title),
    description: String(row.description),
    ownerName: `${row['owner.firstName']} ${row['owner.lastName']}`.trim(),
    subjects: [
      textIn(language, { en: row['type.titleEn'], fr: row['type.titleFr'] }),
      ...disciplines.map((titles) => textIn(language, titles)),
      ...(row.tags as string[]),
    ],
    contributors: contributors.filter(({ name }) => name !== '').map(({ name, role }) => `${name} (${role})`),
    licence: row.licence as string | null,
    dateAdded: row.dateAdded as Date,
    mainLang: String(row.mainLang),
    kind: row.mediaKind === 'audio' ? 'audio' : 'video',
  };
}
