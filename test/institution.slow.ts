/** A week of an institution, each day of which passes in a minute, with its outages and its deploys. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clip } from '../apps/video-rest/test/support/clips.ts';
import { createAgenda, minutesOfDay } from './support/institution/agenda.ts';
import { createBookkeeper } from './support/institution/books-of-internships.ts';
import { checkLectures } from './support/institution/books-of-lectures.ts';
import { chanceOf } from './support/institution/chance.ts';
import { startDeployment } from './support/institution/deployment.ts';
import { type Internships, registerInternship, type Scene } from './support/institution/internships.ts';
import { createLecturers, type Lectures, visitAsStudent } from './support/institution/lectures.ts';
import { createOfficeWorker } from './support/institution/office-worker.ts';
import { createSigningApplication } from './support/institution/signing-application.ts';

/** `INSTITUTION_SEED=… npm run test:slow -- institution` plays a week again. */
const seed = process.env.INSTITUTION_SEED ?? randomBytes(4).toString('hex');
const days = 7;
const size = { people: 2000, agreementsOfDay: 300, uploadsOfWeek: 400, visitsOfDay: 150 };
const daySeconds = 60;
const outageMs = (daySeconds * 1000 * 2) / 24;

const chance = chanceOf(seed);
const agenda = createAgenda({ daySeconds });
const internships: Internships = new Map();
const lectures: Lectures = { kept: new Map(), deleted: new Map() };
/** What the receiver of the webhook was told. */
const heard = new Set<string>();
let institution: Awaited<ReturnType<typeof open>>;

async function open() {
  const deployment = await startDeployment();
  const scene = { agenda, people: size.people };
  const office: Scene = { ...scene, door: deployment.signing, chance: chance.of('internships') };
  const halls: Scene = { ...scene, door: deployment.video, chance: chance.of('lectures') };
  const application = createSigningApplication(office, internships, { token: deployment.publicToken });
  const outages = deployment.neighbours.outages({
    vendor: application.hear,
    receiver({ body }, response) {
      const { type, data } = JSON.parse(body.toString());
      heard.add(`${type} ${data.id}`);
      response.end();
    },
  });
  return {
    ...{ deployment, office, halls, application },
    worker: createOfficeWorker(office.door, internships, deployment.password),
    upload: createLecturers(halls, lectures, await readFile(await clip('tiny'))),
    check: createBookkeeper(office, internships),
    type: await prepare(halls, deployment.neighbours.receiver.url),
    /** Which neighbour is away on which day: none on the first and on the last. */
    outages: [undefined, ...chance.of('outages').shuffled(outages)],
  };
}

/** Before the first day: people by a list, the receiver, a type. @returns its path */
async function prepare({ door, people }: Scene, receiver: string): Promise<string> {
  const lines = Array.from({ length: people }, (_, index) =>
    JSON.stringify({
      resource: 'users',
      username: `person-${index + 1}`,
      last_name: `Étudiant ${index + 1}`,
    }),
  );
  const { created } = await door.tell<{ created: number }>('/rest/import/', {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: lines.join('\n') },
  });
  expect(created).toBe(people);
  await door.tell('/rest/webhooks/', {
    method: 'POST',
    json: { address: receiver, events: ['videos.encoded', 'videos.deleted'] },
  });
  const { url } = await door.tell<{ url: string }>('/rest/types/', {
    ...{ method: 'POST', json: { title: 'Lecture' } },
  });
  return new URL(url).pathname;
}

beforeAll(async () => {
  process.stdout.write(`the week of INSTITUTION_SEED=${seed}\n`);
  institution = await open();
}, 300_000);
afterAll(() => institution?.deployment.stop(), 120_000);

/** Puts into the agenda what people do on a day, most of it in the late morning and in the afternoon. */
function planDay(day: number): void {
  const { deployment, office, halls, worker, upload, outages, type } = institution;
  const draws = chance.of(`day ${day}`);
  const at = (hour: number, minute = 0) => day * minutesOfDay + hour * 60 + minute;
  const sometime = () => at(draws.pick([9, 10, 10, 11, 13, 14, 14, 15, 16, 17, 20]), draws.between(0, 59));
  const first = day * size.agreementsOfDay;
  for (let number = first; number < first + size.agreementsOfDay; number += 1)
    agenda.plan(sometime(), `agreement ${number}`, () =>
      registerInternship(office, internships, { reference: `2026-${number}`, path: '/api/conventions' }),
    );
  const uploadsBefore = (days_: number) => Math.round((days_ * size.uploadsOfWeek) / days);
  for (let number = uploadsBefore(day); number < uploadsBefore(day + 1); number += 1)
    agenda.plan(sometime(), `upload ${number}`, () => upload(number, type));
  // The semester starts on the first day.
  for (let number = 0; number < size.visitsOfDay * (day === 0 ? 5 : 1); number += 1)
    agenda.plan(sometime(), 'a visit', () => visitAsStudent(halls, lectures, day * 10_000 + number));
  agenda.plan(at(12), 'the deploy at noon', deployment.deploy);
  agenda.plan(at(16), 'reminders', worker.remind);
  const outage = outages[day];
  if (outage !== undefined)
    agenda.plan(at(draws.pick([9, 14, 16])), `the outage of ${outage.of}`, async () => {
      const ends = outage.excused.map((service) => deployment[service].excuse());
      await outage.away(outageMs);
      for (const end of ends) end();
    });
}

/** Letters are gathered for a minute, and who has signed by then gets none. */
function checkLetters(): string[] {
  const { deployment, worker } = institution;
  const letters = deployment.neighbours.mail.mails.map(({ to }) => to);
  return [
    ...(new Set(letters).size < letters.length ? ['somebody has got two letters on a day'] : []),
    ...(letters.length > worker.reminded() ? ['there were letters that nobody has asked for'] : []),
  ];
}

test.each(Array.from({ length: days }, (_, day) => day))(
  `Day %i of the week ${seed}: in the evening all books agree, and nobody was refused without an outage`,
  async (day) => {
    planDay(day);
    const thrown = await agenda.playDay(day);
    const { deployment, office, halls, application, check, outages } = institution;
    const wrong = [
      ...(await check(application)),
      ...checkLetters(),
      ...(await checkLectures(halls, lectures, { heard })),
    ];
    // 2: not all could be looked at, as when the database took no connection in time.
    const verified = await eventually(
      async () => {
        const run = await deployment.verify();
        return run.status !== 2 && run;
      },
      { timeoutMs: 300_000, describe: 'the database is looked at' },
    );

    const doors = [office.door, halls.door];
    const signed = [...internships.values()].filter(({ state }) => state === 'signed').length;
    process.stdout.write(
      `${JSON.stringify({
        ...{ day, away: outages[day]?.of, records: internships.size, signed },
        ...{
          letters: deployment.neighbours.mail.mails.length,
          videos: lectures.kept.size,
          deleted: lectures.deleted.size,
        },
        ...{ asked: doors.map(({ asked }) => asked), askedAgain: doors.map(({ askedAgain }) => askedAgain) },
      })}\n`,
    );
    expect({ thrown, wrong }).toEqual({ thrown: [], wrong: [] });
    expect(doors.flatMap(({ faults }) => faults.splice(0))).toEqual([]);
    expect(verified.status === 0 ? '' : verified.output + verified.errors).toBe('');
  },
  1_800_000,
);
