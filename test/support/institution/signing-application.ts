import type { RecordingHandler } from '@campus/testing';
import { validPdf } from '../../../apps/conventions-signing/test/support/pdfs.ts';
import { minutesOfDay } from './agenda.ts';
import {
  type Internship,
  type Internships,
  registerInternship,
  type Scene,
  sendInternship,
} from './internships.ts';

interface Signatory {
  mail: string;
  order: number;
}

/** The vendor's program. */
export interface SigningApplication {
  /** Answers a call of the webhook, and begins a circuit; the same call twice is one. */
  hear: RecordingHandler;
  /** How many calls there were, each counted once. */
  calls(): number;
}

/**
 * People sign one after the other, each within a day; some refuse, and the office sends what is refused again on the next
 * morning. Of what is signed some is amended.
 */
export function createSigningApplication(
  scene: Scene,
  books: Internships,
  { token }: { token: string },
): SigningApplication {
  const { door, agenda, chance } = scene;
  const headers = { Authorization: `Bearer ${token}` };
  const heard = new Set<string>();
  const at = ({ path }: Internship) => `/public${path}`;

  async function circulate(internship: Internship): Promise<void> {
    const { reference, round } = internship;
    const draws = chance.of(`circuit ${reference} ${round}`);
    const fetched = await door.tell<{ pdf64: string; metadata: { signatory: Signatory[] } }>(at(internship), {
      headers,
    });
    if (!Buffer.from(fetched.pdf64, 'base64').equals(internship.registered))
      throw new Error('the document is another one');
    const { signatory } = fetched.metadata;
    const [first] = signatory;
    let minute = agenda.now() + draws.between(20, 600);
    if (round === 1 && draws.percent(4))
      return agenda.plan(minute, `${reference} is refused`, () => refuse(internship, first));
    for (const [index, { order }] of signatory.entries()) {
      agenda.plan(minute, `signatory ${order} of ${reference}`, () =>
        sign(internship, { signed: signatory.slice(0, index + 1), of: signatory.length }),
      );
      minute += draws.between(20, 900);
    }
  }

  async function sign(internship: Internship, { signed, of }: { signed: Signatory[]; of: number }) {
    const json = signed.map(({ mail, order }) => ({ mail, order, signatureDate: dateOf(order) }));
    await door.tell(`${at(internship)}/dates`, { method: 'PATCH', headers, json });
    if (signed.length < of) return;
    internship.signed = Buffer.from(await validPdf({ text: `${internship.reference} signed` }));
    const body = new FormData();
    body.set('doc', new Blob([new Uint8Array(internship.signed)]), 'signed.pdf');
    await door.tell(`${at(internship)}/pdf`, { method: 'POST', headers, body });
    internship.state = 'signed';
    amendSome(internship);
  }

  async function refuse(internship: Internship, signatory: Signatory | undefined): Promise<void> {
    const json = { ...signatory, date: dateOf(1), reason: 'The dates of the internship are wrong.' };
    const { mail, order, date, reason } = json;
    await door.tell(`${at(internship)}/refusal`, {
      ...{ method: 'POST', headers, json: { mail, order, date, reason } },
    });
    internship.state = 'refused';
    const nextMorning = Math.ceil(agenda.now() / minutesOfDay) * minutesOfDay + 8 * 60;
    agenda.plan(nextMorning, `sending ${internship.reference} again`, () => sendInternship(door, internship));
  }

  function amendSome({ reference, path }: Internship): void {
    const draws = chance.of(`amendment of ${reference}`);
    if (!path.startsWith('/api/conventions/') || !draws.percent(5)) return;
    agenda.plan(agenda.now() + draws.between(60, 600), `amending ${reference}`, () =>
      registerInternship(scene, books, { reference: `${reference}-A`, path: `${path}/avenants` }),
    );
  }

  return {
    calls: () => heard.size,
    hear({ url, headers: sent }, response) {
      const query = new URL(url, 'http://vendor').searchParams;
      const id = query.get('conventionid');
      const path = id === null ? `/api/avenants/${query.get('avenantid')}` : `/api/conventions/${id}`;
      const call = String(sent['x-delivery-id']);
      response.end(`REF-${call}`);
      if (heard.has(call)) return;
      heard.add(call);
      agenda.plan(agenda.now(), `the circuit of ${path}`, async () => {
        const internship = [...books.values()].find((one) => one.path === path);
        if (internship === undefined) throw new Error('nobody has registered it');
        await circulate(internship);
      });
    },
  };
}

function dateOf(order: number): string {
  return `2026-11-0${order}T10:00:00.000+0100`;
}
