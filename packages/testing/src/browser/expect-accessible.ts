import axe, { type AxeResults, type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  resultTypes: ['violations'],
};

/**
 * Passes when axe-core finds nothing on the page as it is now, in its frames too, of whatever weight: all of its rules but
 * those of level AAA and those that it has given up.
 *
 * It also works on a page without JavaScript, there without what is in frames.
 *
 * @throws Error with rule, impact, help and the elements of each finding
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A click is over as soon as the next page begins, half of which has no heading yet.
  await page.waitForLoadState();
  // What is evaluated so is not subject to the page's Content Security Policy.
  const isScripted = !(await page.evaluate("matchMedia('(scripting: none)').matches"));
  if (!isScripted) await page.evaluate(runTimersAtOnce);
  const frames = isScripted
    ? page.frames().filter((frame) => /^(https?|about):/.test(frame.url()))
    : [page.mainFrame()];
  for (const frame of frames) await frame.evaluate(axe.source);

  const { violations: findings } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ ...options, iframes: isScripted })})`,
  );

  if (findings.length === 0) return;
  throw new Error(`axe-core finds on ${page.url()}:\n${findings.map(shown).join('\n')}`);
}

/** Timers never run without JavaScript, promises do; axe-core cuts its work into pieces by timers of 0 ms. */
const runTimersAtOnce = `window.setTimeout = (work, delayMs, ...values) => {
  if (!delayMs) Promise.resolve().then(() => work(...values));
  return 0;
};`;

function shown({ id, impact, help, nodes }: Result): string {
  const elements = nodes.map(({ html, failureSummary }) => {
    const why = failureSummary?.replace(/\s*\n\s*/g, ' ') ?? '';
    return `    ${html}\n      ${why}`;
  });
  return `- ${id} (${impact}): ${help}\n${elements.join('\n')}`;
}
