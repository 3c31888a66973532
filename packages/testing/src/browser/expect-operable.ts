import type { Page } from 'playwright-core';

/**
 * Passes when the page as it is can be used without a mouse and with the spacing of text that its reader needs: what can
 * be focused says so (WCAG 2.4.7), in the order of the document, and nothing is cut off or scrolls the page sideways with
 * the spacing of WCAG 1.4.12.
 *
 * @throws Error with the elements of each finding
 */
export async function expectOperable(page: Page): Promise<void> {
  const isScripted = !(await page.evaluate("matchMedia('(scripting: none)').matches"));
  // From then on the browser shows a focus as it does to people with a keyboard.
  await page.keyboard.press('Tab');
  const findings = await page.evaluate<string[]>(`(${isScripted ? lookAt : '() => []'})()`);
  if (findings.length > 0) throw new Error(`not operable on ${page.url()}:\n- ${findings.join('\n- ')}`);
}

/** Runs in the page. */
const lookAt = `() => {
  const findings = [];
  const nameOf = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 120);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const lookOf = (element) => {
    const parts = [element, element.closest('label'), element.nextElementSibling].filter(Boolean);
    return parts.map((part) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineWidth + outlineColor;
      return [outline, boxShadow, borderColor, backgroundColor].join();
    }).join(';');
  };
  const focusable = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex], video, audio')]
    .filter((element) => isShown(element) && !element.disabled && element.tabIndex >= 0);
  for (const element of focusable) {
    if (element.tabIndex > 0) findings.push('out of the order of the document: ' + nameOf(element));
    document.activeElement?.blur();
    const before = lookOf(element);
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) findings.push('takes no focus: ' + nameOf(element));
    else if (lookOf(element) === before) findings.push('does not show its focus: ' + nameOf(element));
  }
  document.activeElement?.blur();
  const cut = () => [...document.querySelectorAll('body *')].filter((element) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
    const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return isText && clipPath === 'none' && isShown(element) &&
      ((hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1));
  });
  const sideways = () => document.documentElement.scrollWidth > innerWidth;
  const [cutBefore, sidewaysBefore] = [new Set(cut()), sideways()];
  const spacing = new CSSStyleSheet();
  spacing.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets.push(spacing);
  for (const element of cut()) if (!cutBefore.has(element)) findings.push('cut off with more spacing: ' + nameOf(element));
  if (sideways() && !sidewaysBefore) findings.push('scrolls sideways with more spacing');
  document.adoptedStyleSheets.pop();
  return findings;
}`;
