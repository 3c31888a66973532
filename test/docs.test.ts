import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

const run = promisify(execFile);

const pages = globSync(['*.md', 'docs/**/*.md', 'docker/**/*.md', 'examples/*/*.md', 'packages/*/*.md'], {
  cwd: repositoryRoot,
});

function read(page: string): Promise<string> {
  return readFile(path.join(repositoryRoot, page), 'utf8');
}

/** Without fenced blocks and code spans, in which nothing is a link or a heading. */
function prose(markdown: string): string {
  return markdown
    .replace(/^```[^\n]*\n.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, (span) => span.replace(/[[\]()]/g, ''));
}

/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...prose(markdown).matchAll(/^#+ +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** Targets of links and pictures, and of the definitions at the end of a page. */
function linksIn(markdown: string): string[] {
  const text = prose(markdown);
  const inline = [...text.matchAll(/\]\(([^)\s]+)\)/g)];
  const defined = [...text.matchAll(/^\[[^\]]+\]: +(\S+)$/gm)];
  return [...inline, ...defined].map(([, target = '']) => target);
}

/** What is wrong with a link of a page; null when it leads somewhere, or out of the repository. */
async function flawOf(page: string, link: string): Promise<string | null> {
  if (/^[a-z]+:/.test(link)) return null;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), file);
  // A page of the site that the repository is on, such as its advisories.
  if (target.startsWith('..')) return null;
  const found = await stat(path.join(repositoryRoot, target)).catch(() => null);
  if (found === null) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return anchorsOf(await read(target)).includes(anchor) ? null : `${link}: ${target} has no such heading`;
}

describe.each(pages)('%s', (page) => {
  test('has no link that leads nowhere', async () => {
    const flaws = await Promise.all(linksIn(await read(page)).map((link) => flawOf(page, link)));

    expect(flaws.filter((flaw) => flaw !== null)).toEqual([]);
  });

  test('has no shell lines that a shell cannot read', async () => {
    const blocks = [...(await read(page)).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

    for (const block of blocks) {
      // A place to be filled in, such as <service>, would be a redirection.
      const lines = block.replace(/<[\w ]+>/g, 'placeholder');
      await expect(run('/bin/sh', ['-n', '-c', lines])).resolves.toMatchObject({ stderr: '' });
    }
  });
});
