import { renderMail } from '@campus/mail';
import { type Language, languages } from '@campus/pages';
import { describe, expect, test } from '@jest/globals';
import type { MailContent } from '../../src/domain/mail-content.ts';
import { composeMail } from '../../src/mail/compose-mail.ts';

const from = { name: 'Signing office', address: 'signing@university.example' };
const links = {
  account: 'https://s.example/console/account/',
  calls: 'https://s.example/console/deliveries/',
  retention: 'https://s.example/console/retention/',
  home: 'https://s.example/console/',
};

function render(content: MailContent, language: Language = 'en') {
  const id = '4b0d9d4e-0000-4000-8000-000000000001';
  const createdAt = new Date('2026-11-23T06:00:00Z');
  const to = 'ada@university.example';
  const accountPage = links.account;
  return renderMail(composeMail(content, language, links), {
    id,
    language,
    from,
    to,
    createdAt,
    accountPage,
  });
}

const contents: MailContent[] = [
  { kind: 'failures', causes: [{ cause: '503', count: 2, hasBegun: true, givenUp: 0 }] },
  {
    kind: 'digest',
    failing: 3,
    givenUp: 1,
    overdue: 1,
    refused: 2,
    erasedSoon: 1,
    erasedFirst: [{ kind: 'amendment', number: 3 }],
    signed: 12,
  },
];

describe('A mail', () => {
  test('tells what stands still and what is signed, in plain text', () => {
    expect(
      render({
        kind: 'digest',
        failing: 3,
        givenUp: 1,
        overdue: 1,
        refused: 2,
        erasedSoon: 4,
        erasedFirst: [
          { kind: 'agreement', number: 12 },
          { kind: 'amendment', number: 3 },
        ],
        signed: 12,
      }).text,
    ).toBe(`Hello,

This is what stands still, and what has come to an end since the last such message.

- 3 calls to the signing application failing, 1 of them given up
- 1 document past its due date
- 2 documents refused
- 4 documents will be erased within a week, since they were kept long enough: agreement 12, amendment 3, … (https://s.example/console/retention/)
- 12 documents signed

See the calls: https://s.example/console/deliveries/

-- 
You receive this message because you chose it on your account page, where you can end it.
https://s.example/console/account/
`);
  });

  test('leaves out what there is nothing to say of', () => {
    const { text } = render({
      kind: 'digest',
      failing: 0,
      givenUp: 0,
      overdue: 0,
      refused: 0,
      erasedSoon: 0,
      signed: 1,
    });

    expect(text).toContain('- 1 document signed\n\nOpen the console: https://s.example/console/');
    expect(text).not.toContain('0');
  });

  test('names the causes by which calls begin to fail or were given up', () => {
    const { text } = render({
      kind: 'failures',
      causes: [
        { cause: '503', count: 2, hasBegun: true, givenUp: 0 },
        { cause: 'no_answer', count: 4, hasBegun: false, givenUp: 1 },
        { cause: 'ECONNREFUSED', count: 1, hasBegun: true, givenUp: 3 },
      ],
    });

    expect(text.match(/^- .*/gm)).toEqual([
      '- Since just now: HTTP 503, 2 calls.',
      '- 1 call was given up: no answer in time. It is not made again unless somebody asks for it.',
      '- Since just now: ECONNREFUSED, 1 call.',
      '- 3 calls were given up: ECONNREFUSED. They are not made again unless somebody asks for it.',
    ]);
  });

  test.each(languages)(
    'in %s says the same in HTML, which fetches nothing and knows no colour',
    (language) => {
      for (const content of contents) {
        const { html, text } = render(content, language);

        expect(html).toContain(`<html lang="${language}">`);
        expect(html).toContain('<meta name="color-scheme" content="light dark">');
        expect(html).not.toMatch(/<img|<script|<link|url\(|color:|background/);
        expect(html.match(/https:[^"<]*/g)?.every((address) => text.includes(address))).toBe(true);
        const read = html.replace(/<head>[\s\S]*<\/head>|<[^>]+>/g, '').replace(/&#39;|&#x27;/g, "'");
        for (const line of text.match(/^- .*/gm) ?? []) expect(read).toContain(line.slice(2));
      }
    },
  );

  test('has a Message-ID of its own that stays, and asks for no answer', () => {
    const failures: MailContent = { kind: 'failures', causes: [] };
    const first = render(failures);

    expect(first).toEqual(render(failures));
    expect(first).toMatchObject({
      messageId: '<4b0d9d4e-0000-4000-8000-000000000001@university.example>',
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Unsubscribe': '<https://s.example/console/account/>',
      },
    });
  });

  test('speaks French', () => {
    const { subject, text } = render(contents[1] ?? { kind: 'failures', causes: [] }, 'fr');

    expect(subject).toBe('Les signatures ce matin');
    expect(text).toContain('- 3 appels à l’application de signature en échec, dont 1 abandonné\n');
    expect(text).toContain('Voir les appels\u00a0: https://s.example/console/deliveries/');
  });
});
