import { validPdf } from '../../../apps/conventions-signing/test/support/pdfs.ts';
import type { Agenda } from './agenda.ts';
import type { Chance } from './chance.ts';
import type { Door } from './door.ts';

/** What the institution and its signing application know of a record by themselves. */
export interface Internship {
  reference: string;
  /** Of the management API. */
  path: string;
  state: 'draft' | 'signing' | 'refused' | 'signed';
  round: number;
  registered: Buffer;
  signed?: Buffer;
}

/** The books of the internship office, by reference. */
export type Internships = Map<string, Internship>;

/** Where something happens: through which door, when, and by which chance. */
export interface Scene {
  door: Door;
  agenda: Agenda;
  chance: Chance;
  /** How many there are. */
  people: number;
}

/**
 * Registers an agreement, or an amendment to one, and sends it for signature within the hour.
 *
 * @param options.path  of the list that it is added to
 */
export async function registerInternship(
  { door, agenda, chance, people }: Scene,
  books: Internships,
  { reference, path }: { reference: string; path: string },
): Promise<void> {
  const draws = chance.of(reference);
  const student = draws.between(1, people);
  const registered = Buffer.from(await validPdf({ text: reference }));
  const metadata = {
    title: `Convention de stage ${reference}`,
    companyname: `Entreprise ${draws.between(1, 150)}`,
    school: 'Université d’Exemple',
    workflowId: draws.pick(['internship', 'gap-year', 'thesis']),
    signatory: [
      { name: `Étudiant ${student}`, givenname: 'Ada', mail: `person-${student}@example.org`, order: 1 },
      { name: 'Tuteur', givenname: 'Paul', mail: `tutor-${reference}@example.com`, order: 2 },
    ],
    watchers: [],
  };
  const { id } = await door.tell<{ id: number }>(path, {
    method: 'POST',
    headers: { 'Idempotency-Key': `register-${reference}` },
    json: { pdf64: registered.toString('base64'), metadata, reference },
  });
  const kind = path.endsWith('/avenants') ? 'avenants' : 'conventions';
  const internship: Internship = {
    ...{ reference, path: `/api/${kind}/${id}`, registered },
    ...{ state: 'draft', round: 0 },
  };
  books.set(reference, internship);
  agenda.plan(agenda.now() + draws.between(1, 60), `sending ${reference}`, () =>
    sendInternship(door, internship),
  );
}

/** Begins the next round. */
export async function sendInternship(door: Door, internship: Internship): Promise<void> {
  // Before it is answered the signing application may have begun.
  internship.state = 'signing';
  internship.round += 1;
  await door.tell(`${internship.path}/signature`, {
    method: 'POST',
    headers: { 'Idempotency-Key': `send-${internship.reference}-${internship.round}` },
    json: {},
  });
}
