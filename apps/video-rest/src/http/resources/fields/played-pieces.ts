import type { Translated } from '@campus/pages';
import * as rest from '@campus/rest';
import { columnOf, mostPieces, playsIn } from '../../../ffmpeg/plays.ts';
import type { Span } from '../../../ffmpeg/timeline.ts';
import { secondsOf, shownLength } from '../../../videos/time-in-video.ts';
import { fieldMessages } from '../../refusals.ts';

/** What plays of a source, in pieces that people read and write: `0:05-1:00, 2:00-`; empty: all of it. */
export function playedPieces(): rest.DeclaredField<unknown> {
  const label = ['What plays', 'Ce qui est lu'] as const;
  const description = [
    'What plays of the source, in pieces, each from and to a whole second of it, such as 0:05-1:00; the last may go to its end (2:00-).',
    `At most ${mostPieces}, in order, separated by commas or lines; empty: all of it.`,
    'A change takes effect with the next encoding, and the source keeps all; another source plays as a whole',
  ].join(' ');
  const options = { label, column: 'plays', blank: true, default: '', maxLength: 4000 };
  return (name) => {
    const field = rest.textual(
      { ...options, example: '0:05-1:00, 2:00-' },
      { type: 'string', schema: { description } },
    )(name);
    return {
      ...field,
      parse: (given, context) => columnOf(piecesIn(String(field.parse(given, context)))),
      show: ({ plays }) => playsAsText(playsIn(String(plays))),
    };
  };
}

/** As people read them, and may write them again. */
export function playsAsText(plays: readonly Span[]): string {
  const end = (seconds: number) => (Number.isFinite(seconds) ? shownLength(seconds) : '');
  return plays.map(({ from, to }) => `${shownLength(from)}-${end(to)}`).join(', ');
}

/** Eleven days: no source is as long. */
const latest = 999_999;

/** @throws FieldProblem  with the first piece that is wrong */
function piecesIn(text: string): Span[] {
  const said = text
    .split(/[,;\n]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (said.length > mostPieces)
    throw new rest.FieldProblem({ text: fieldMessages.too_many_pieces, values: { limit: mostPieces } });
  const pieces: Span[] = [];
  for (const piece of said) {
    const [, start = '', end = ''] = /^([\d:]+)\s*[-–—]\s*([\d:]*)$/.exec(piece) ?? [];
    const from = secondsOf(start);
    const to = end === '' ? Number.POSITIVE_INFINITY : secondsOf(end);
    const refuse = (text: Translated) =>
      new rest.FieldProblem({ text, values: { piece: piece.slice(0, 50) } });
    if (from === undefined || to === undefined || from > latest || (end !== '' && to > latest))
      throw refuse(fieldMessages.no_piece);
    if (to <= from) throw refuse(fieldMessages.piece_ends_before);
    const before = pieces.at(-1);
    if (before !== undefined && from < before.to) throw refuse(fieldMessages.piece_out_of_order);
    // Nothing is left out between two that touch.
    if (before?.to === from) before.to = to;
    else pieces.push({ from, to });
  }
  // From the beginning to the end.
  return pieces[0]?.from === 0 && pieces[0].to === Number.POSITIVE_INFINITY ? [] : pieces;
}
