import { eventually } from '@campus/testing';
import { formsOf, readPage } from '@campus/testing/markup';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { hrefsIn, type PersonInConsole, signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { givenDelivered, onOneLine, pageOf, sourcesOfLiveParts, textOf } from '../../support/read-console.ts';
import { dateOf, deposit, givenInSigning, recordOf, sha256 } from '../../support/records.ts';
import { signInWithin } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';
import { createSigner, signedPdf } from '../../support/signed-pdfs.ts';
import { tamper } from '../../support/tamper.ts';

const service = useService();
let reader: PersonInConsole;
let sender: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
  sender = await signIn(service, 'sender', { fullName: 'Grace Durand' });
});
afterEach(() => {
  service.webhook.answerWith((_request, response) => void response.end());
});

/** Where the forms of a page are sent. */
async function actionsAt(person: PersonInConsole, path: string): Promise<(string | undefined)[]> {
  return formsOf(await person.page(path)).map(({ element }) => element.attribute('action'));
}

describe('The page of a record', () => {
  test('shows people, dates, documents, what their signatures say, calls and history', async () => {
    const pdf = await validPdf({ text: 'To be signed' });
    service.webhook.answerWith((_request, response) => void response.end('REF-7'));
    const { id } = await givenDelivered(service, { title: 'Whole', pdf, reference: 'INT-7' });
    const signed = await signedPdf(pdf, await createSigner({ name: 'Ada Martin' }));
    await deposit(service, id, signed).expect(200);
    const dates = { submissionDate: '2026-02-28T09:00:00.000+0000' };
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1, dates)])
      .expect(200);

    const text = await textOf(reader, pageOf(id));

    expect(text).toContain(
      'in signing 1 of 2 have signed waiting for Blaise Martin2 INT-7 · Exemple Industries',
    );
    expect(text).toContain('Last heard from the signing application: 1 minute ago');
    expect(text).toContain('Reference INT-7');
    expect(text).toContain('Watchers internships@example.edu');
    expect(text).toMatch(/Blaise Martin2 is next, for 1 minute \d/);
    expect(text).toContain(
      'Ada Martin1 has signed 1 Mar 2026, 09:00:00 order 1 · signatory1@example.org · +33612345678 Transmitted: 28 Feb 2026, 09:00:00',
    );
    expect(text).toMatch(
      /Signed document, version 1 has arrived signing application [^:]+:\d\d:\d\d 1 digital signature, intact/,
    );
    expect(text).toContain('It shows what was sent; signatures were added, and nothing else.');
    expect(text).toContain('About the certificate self-signed: anybody can make one in any name');
    expect(text).toContain(sha256(signed));
    expect(text).toContain(sha256(pdf));
    expect(text).toMatch(
      /Signing application called .{21} Its identifier: REF-7 · 1 attempt .* 200 accepted/,
    );
    expect(text).toMatch(
      /Date of signature recorded · round 1, signatory1@example.org: 1 Mar 2026, 09:00:00/,
    );
    expect(text).toMatch(/Signing application called · its identifier: REF-7 the service/);
    expect(text).toMatch(/Registered institution's application/);
    await tamper(service.sql, "update history set actor = 'sha256:0123456789ab' where event = 'registered'");
    expect(await textOf(reader, pageOf(id))).toMatch(/Registered token sha256:0123456789ab/);
  });

  test('keeps a round that was set aside readable, with the identifier to close on the other side', async () => {
    service.webhook.answerWith((_request, response) => void response.end('OLD-1'));
    const { id } = await givenDelivered(service);
    await deposit(service, id, await validPdf({ text: 'Came back' })).expect(200);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await tamper(service.sql, "update history set actor = $1 where event = 'registered'", [
      `person:${sender.username}`,
    ]);
    await service.institution
      .delete(`/api/conventions/${id}/signature`)
      .send({ reason: 'wrong tutor' })
      .expect(200);

    const page = await reader.page(pageOf(id));
    const text = await textOf(reader, pageOf(id));

    expect(text).toMatch(/draft Exemple Industries ✓ Registered Grace Durand/);
    expect(text).toMatch(/Signed document, version 1, round 1 set aside/);
    expect(text).toMatch(
      /Rounds that were set aside Round 1 until .* Sent for signature, round 1 .* Its identifier: OLD-1 .* Ada Martin1 has signed 1 Mar 2026, 09:00:00 .* Signed document, version 1 has arrived .* Taken back to draft institution's application .* Reason: wrong tutor .*can be closed there/,
    );
    expect(hrefsIn(page)).toContain(`/console/conventions/${id}/signed-pdf?version=1`);
    expect(sourcesOfLiveParts(page)).toEqual([]);
  });

  test('shows amendments under their agreement, with their progress, and the way back', async () => {
    const amendment = await givenInSigning(service, { kind: 'avenants', title: 'Longer stay' });

    const agreement = await textOf(reader, pageOf(amendment.conventionId ?? 0));
    const page = await reader.page(`/console/avenants/${amendment.id}/`);

    expect(agreement).toMatch(/Amendments .*Longer stay .*0\/2 ▸ Ada Martin1/);
    expect(hrefsIn(page)).toContain(pageOf(amendment.conventionId ?? 0));
  });

  test('leads to the signed document of what is signed, and calls nobody about it again', async () => {
    const { id } = await givenDelivered(service);
    expect(await actionsAt(sender, pageOf(id))).toContainEqual(expect.stringMatching(/redeliver\/$/));
    await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1), dateOf(2)])
      .expect(200);

    for (const person of [sender, reader]) {
      const page = await person.page(pageOf(id));
      expect(page.get('link', 'Open the signed document').attribute('href')).toBe(
        `${pageOf(id)}signed-pdf?version=1`,
      );
    }
    expect(await actionsAt(sender, pageOf(id))).not.toContainEqual(expect.stringContaining('redeliver'));
  });

  test('says of what is out of scope what it says of what is not there, in both languages', async () => {
    const { id } = await givenInSigning(service, { department: 'Law' });
    const person = await signInWithin(service, { departments: ['Physics'], workflows: [] });
    const words = {
      en: 'This agreement or amendment is not there, or not among what you may see.',
      fr: 'Cette convention ou cet avenant n’existe pas, ou ne fait pas partie de ce que vous pouvez voir.',
    };

    for (const [language, sentence] of Object.entries(words))
      for (const path of [pageOf(id), pageOf(999_999), `${pageOf(id)}history/`]) {
        const { text } = await person.get(path).set('Accept-Language', language).expect(404);
        expect(onOneLine(readPage(text))).toContain(sentence);
      }
  });

  test('says whom it calls again, and not first once the call was delivered', async () => {
    const { id } = await givenDelivered(service);
    const french = await signIn(service, 'sender', { language: 'fr' });

    const { text: markup } = await french.get(pageOf(id));
    expect(markup.indexOf(`${pageOf(id)}take-back/`)).toBeLessThan(markup.indexOf('/redeliver/'));
    const names = (await french.page(pageOf(id))).names('button');
    expect(names).toContain('Rappeler l’application de signature');
    expect(names).not.toContain('Rappeler');
  });

  test('shows a round in its course: what happened, whose turn it is, and what is to come', async () => {
    const { id } = await givenDelivered(service, { signatories: 3 });
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);

    const course = (await reader.page(pageOf(id))).get('list', 'Course of round 1');
    const steps = course.all('listitem');

    expect(steps.map((step) => step.attribute('class'))).toEqual([
      'done',
      'done',
      'done',
      'done',
      'now',
      'to-come',
      'to-come',
      'to-come',
    ]);
    expect(steps.map((step) => step.attribute('aria-current'))[4]).toBe('step');
    expect(steps.map(onOneLine).slice(4)).toEqual([
      expect.stringMatching(/Blaise Martin2 is next, for 1 minute/),
      expect.stringMatching(/Chloé Martin3 to come/),
      'Signed document to come',
      'All signed to come',
    ]);
  });

  test('says why nobody can sign yet, and when the signing application is called again', async () => {
    service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const { id } = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    expect(await textOf(reader, pageOf(id))).toMatch(
      /The signing application could not be called yet .* Last attempt: answered 503\. Next attempt: .*:\d\d:\d\d\. 1 attempt/,
    );
    await service.sql.query("update deliveries set state = 'failed', next_attempt_at = null where id = $1", [
      (await recordOf(service, id)).deliveries[0]?.id,
    ]);
    expect(await textOf(reader, pageOf(id))).toMatch(
      /Last attempt: answered 503\. It is not tried again by itself\./,
    );
  });

  test('does not say that something was sent when the call has failed since', async () => {
    const { id } = await givenDelivered(service);
    expect(await textOf(sender, `${pageOf(id)}?done=sent`)).toContain('Sent for signature.');
    service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const failing = await givenInSigning(service);
    await eventually(async () =>
      expect((await recordOf(service, failing.id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    expect(await textOf(sender, `${pageOf(failing.id)}?done=sent`)).not.toContain('Sent for signature.');
  });

  test('says of an erased record what is left of it', async () => {
    const { id } = await givenInSigning(service);
    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

    expect(await textOf(reader, pageOf(id))).toMatch(/\(erased\) .*was erased.*History/);
    await reader
      .get(`${pageOf(id)}pdf`)
      .expect(404)
      .expect('Content-Type', /html/);
  });

  test('is sent anew as it changes, until it is signed', async () => {
    const { id } = await givenDelivered(service);
    const stream = reader
      .get(`${pageOf(id)}live/`)
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          const isFirst = text === '';
          text += chunk;
          if (isFirst) void complete();
        });
        response.on('end', () => done(null, text));
      });
    const complete = async () => {
      await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);
      const dates = [dateOf(1), dateOf(2)];
      await service.vendor.patch(`/public/api/conventions/${id}/dates`).send(dates).expect(200);
    };

    const { body, headers } = await stream.expect(200);

    expect(headers['content-type']).toMatch(/^text\/event-stream/);
    const events: string[] = body.split(/^event: /m).slice(1);
    const parts = events.filter((event) => event.startsWith('part\n')).map((part) => readPage(part));
    expect(parts[0]?.text).toMatch(/^in signing 0 of 2 have signed waiting for Ada Martin1$/m);
    expect(parts.at(-1)?.text).toMatch(/^signed 2 of 2 have signed$/m);
    expect(events.at(-1)).toMatch(/^over\n/);
    expect(parts.flatMap(formsOf)).toEqual([]);
    expect(body).not.toContain('csrf');
  });
});

describe('The documents', () => {
  test('are shown by the browser itself, byte for byte, each version under its name', async () => {
    const pdf = await validPdf({ text: 'First' });
    const back = await validPdf({ text: 'Second' });
    const { id } = await givenInSigning(service, { pdf });
    await deposit(service, id, back).expect(200);

    const registered = await reader
      .get(`${pageOf(id)}pdf`)
      .buffer(true)
      .expect(200);
    const signed = await reader
      .get(`${pageOf(id)}signed-pdf?version=1`)
      .buffer(true)
      .expect(200);

    expect(registered.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Convention_${id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(sha256(registered.body)).toBe(sha256(pdf));
    expect(signed.headers['content-disposition']).toBe(`inline; filename="Convention_${id}_signed_v1.pdf"`);
    expect(sha256(signed.body)).toBe(sha256(back));
  });

  test('may be framed by our own pages alone, and use nothing of ours; no page may be framed', async () => {
    const { id } = await givenInSigning(service);
    await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);

    for (const document of ['pdf', 'signed-pdf?version=1']) {
      const { headers } = await reader.get(`${pageOf(id)}${document}`).expect(200);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
      });
    }
    for (const [path, status] of [
      [pageOf(id), 200],
      [`${pageOf(id)}signed-pdf?version=99`, 404],
    ] as const) {
      const { headers } = await reader.get(path).expect(status);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });
});
