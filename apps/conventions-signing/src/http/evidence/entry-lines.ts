import { colon, dayText, failureText, type Language } from '@campus/pages';
import type { SealedEntry } from '../../chain/verify-chain.ts';
import { callFailureOf, callMessages } from '../../deliveries/call-failure.ts';
import type { Line } from '../../evidence/sheet.ts';
import { actorName, type KnownActors } from '../said/actor-text.ts';
import { historyDetail } from '../said/history-detail.ts';
import { recordWords } from '../said/record-words.ts';
import { certificateWords } from './certificate-words.ts';

interface Saying {
  language: Language;
  when: (instant: Date) => string;
  actors: KnownActors;
}

/** What an entry of the history says on paper: what happened, by whom, and what is known beside it. */
export function entryLines(
  { event, actor, detail, position, hash, link }: SealedEntry,
  saying: Saying,
): Line[] {
  const { language, actors } = saying;
  const names: Record<string, string> = recordWords[language].events;
  return [
    { text: names[event] ?? event, as: 'strong' },
    ...factLines(JSON.parse(detail), saying),
    {
      text: `${actorName(actor, { actors, language })} · ${certificateWords[language].entry(position, link?.ordinal)}`,
      as: 'quiet',
    },
    { text: hash, as: 'code' },
  ];
}

function factLines(stored: unknown, { language, when }: Saying): Line[] {
  const say = recordWords[language].detail;
  const detail = historyDetail(stored);
  const { round, version, mail, signatureDate, date, replaced, reference, due, attempts, reason, setAside } =
    detail;
  const failure = callFailureOf(detail);
  const labelled = (label: string, text: string) => `${label}${colon(language)}${text}`;
  const instant = (date: Date | null | undefined) => (date ? when(date) : '–');
  const facts = [
    version !== undefined && say.version(version),
    round !== undefined && say.round(round),
    mail !== undefined && labelled(mail, instant(signatureDate ?? date)),
    replaced !== undefined && `${say.replaced} ${instant(replaced.signatureDate)}`,
    reference !== undefined && (reference === null ? say.noReference : labelled(say.reference, reference)),
    due !== undefined && (due === null ? say.noDue : `${say.due} ${dayText(due, language)}`),
    attempts !== undefined && say.attempts(attempts),
    setAside && say.setAside(setAside.round),
  ].filter((fact) => typeof fact === 'string');
  const sha256 = (stored as { sha256?: unknown }).sha256;
  return [
    ...(facts.length === 0 ? [] : [{ text: facts.join(', ') }]),
    ...(reason === undefined ? [] : [{ text: labelled(say.reason, reason) }]),
    ...(failure === null ? [] : [{ text: failureText(callMessages[failure.code], failure, language) }]),
    ...(typeof sha256 === 'string'
      ? [{ text: certificateWords[language].hash(sha256), as: 'code' as const }]
      : []),
  ];
}
