import type { Page } from 'playwright-core';

/**
 * How far a page moves by itself while it comes, to somebody who has nothing of it yet: the sum of its layout shifts,
 * which the CLS of browsers never exceeds. Its scripts come once it is seen, as on a slow line.
 */
export async function movedBy(page: Page, address: string): Promise<number> {
  const tab = await page.context().newPage();
  try {
    await tab.addInitScript(countShifts);
    await tab.route(/\.m?js$/, async (route) => {
      await tab.evaluate('painted');
      await route.continue();
    });
    await tab.goto(address, { waitUntil: 'networkidle' });
    return await tab.evaluate<number>('movedBy()');
  } finally {
    await tab.close();
  }
}

const countShifts = `
  window.painted = new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  });
  let sum = 0;
  const add = (entries) => {
    for (const { value, hadRecentInput } of entries) if (!hadRecentInput) sum += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.movedBy = async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    add(observer.takeRecords());
    return sum;
  };`;
