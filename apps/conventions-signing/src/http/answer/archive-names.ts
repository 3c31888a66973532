import type { FollowedRecord } from '../../data/record-columns.ts';

/** With folder and ending, file systems and Windows' paths of 260 take it everywhere. */
const maxBytes = 120;

/** What Windows, macOS or a shell would not take in a name, and signs that nobody sees. */
const refused = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/**
 * The name of a record's file for people and every file system, without its ending: `000012 Ada Martin, Title`. No two
 * records of a kind have the same, whatever case and accents count for.
 */
export function fileNameOf({
  number,
  title,
  signatories,
}: Pick<FollowedRecord, 'number' | 'title' | 'signatories'>) {
  const [first] = signatories;
  const person = first === undefined ? [] : [`${first.givenName} ${first.name}`];
  const words = [...person, title].join(', ').normalize('NFC').replace(refused, ' ').replace(/\s+/gu, ' ');
  return cut(`${String(number).padStart(6, '0')} ${words}`).replace(/[. ]+$/u, '');
}

/** As many whole characters as fit, as people see them. */
function cut(text: string): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}
