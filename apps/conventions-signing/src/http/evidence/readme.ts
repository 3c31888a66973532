import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { type Named, nameOf } from '../said/record-name.ts';
import type { CertificateReader } from './certificate.ts';
import { readmeWords } from './readme-words.ts';

const command = '$ ';
const stampPlace = '{stamp}';

/**
 * The instructions of a package, as text and as a page that needs nothing but itself.
 *
 * @param options.stamp  place in the chain of the first time stamp
 */
export function readmeFiles(
  record: Named,
  { madeAt, stamp, ...reader }: CertificateReader & { madeAt: Date; stamp: number | undefined },
): Record<'README.txt' | 'verify.html', string> {
  const { language } = reader;
  const { title, made, sections: all } = readmeWords[language];
  const sections = Object.values(all).map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs
      .filter((text) => stamp !== undefined || !text.includes(stampPlace))
      .map((text) => text.replaceAll(stampPlace, String(stamp))),
  }));
  const about = made(nameOf(record, language), ui.zonedTime(reader)(madeAt));
  return {
    'README.txt': [
      title.toUpperCase(),
      about,
      ...sections.flatMap(({ heading, paragraphs }) => [
        `${heading}\n${'='.repeat(heading.length)}`,
        ...paragraphs.map((text) =>
          text.startsWith(command) ? `    ${text.slice(command.length)}` : wrapped(text),
        ),
      ]),
      '',
    ].join('\n\n'),
    'verify.html': `${html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 44rem; margin: 2.5rem auto; padding: 0 1rem }
h1 { line-height: 1.2; margin-bottom: .25rem }
h2 { font-size: 1.2rem; margin-top: 2rem }
pre { background: color-mix(in srgb, CanvasText 8%, Canvas); border-radius: .4rem; overflow-x: auto; padding: .75rem 1rem }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${about}</p>
${sections.map(
  ({ heading, paragraphs }) => html`<h2>${heading}</h2>
${paragraphs.map((text) =>
  text.startsWith(command)
    ? html`<pre><code>${text.slice(command.length)}</code></pre>
`
    : html`<p>${text}</p>
`,
)}`,
)}</main>
</body>
</html>`}\n`,
  };
}

/** In lines of at most 78 characters, for whatever shows it. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > 78) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
