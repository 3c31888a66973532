import { statementLink } from './accessibility/compliance.ts';
import { attributes, type Html, html } from './html.ts';
import type { Language } from './language/language.ts';
import { pageWords } from './page-words.ts';
import type { Site } from './site.ts';

/** What one page shows between header and footer. */
export interface Page {
  /** The heading, and first in the title of the window. */
  title: string;
  /** From the outermost; the page itself is not among them. */
  breadcrumbs?: readonly Link[];
  main: Html;
  /** Into the head, such as `<meta>`. */
  head?: Html;
  /** Style sheets of this page beside `site.css`, by their file names. */
  styles?: readonly string[];
  /** Script modules by their file names; without JavaScript the page works as well. */
  scripts?: readonly string[];
}

export interface Link {
  text: string;
  href: string;
}

/** What stands around every page for this reader. */
interface Frame {
  site: Site;
  language: Language;
  /** The rooms that the reader may enter; `path` of the request tells which one is open. */
  navigation: readonly Link[];
  path: string;
  /** Who is signed in and what they can do about it, or the way to sign in. */
  account: Html;
  /** Whether the rows of lists stand close, as it was chosen in this browser (`density.js`). */
  isDense: boolean;
}

/** A whole HTML document. */
export function renderPage(frame: Frame, page: Page): string {
  const { site, language, navigation, path, account, isDense } = frame;
  const say = pageWords[language];
  const { words, legal, accessibility, audited } = site.links;
  const statement =
    accessibility === undefined
      ? audited && statementLink(audited, language)
      : { text: say.accessibility, href: accessibility };
  const hasList = page.styles?.includes('lists.css') ?? false;
  const open = openRoom(navigation, path);
  const document = html`<!doctype html>
<html${attributes({ lang: language, 'data-density': isDense ? 'dense' : undefined })}>
${head({ site, language }, page)}
<body>
<a class="skip" href="#main">${say.skip}</a>
<header class="site">
${siteName(site, language)}
${
  navigation.length > 0 &&
  html`<nav aria-label="${say.main}"><ul>${navigation.map(
    ({ text, href }) =>
      html`<li><a href="${href}"${href === open && html` aria-current="true"`}>${text}</a></li>`,
  )}</ul></nav>`
}
<div class="account">${account}</div>
</header>
<main id="main" tabindex="-1">
${breadcrumbs(page, say.trail)}
<h1>${page.title}</h1>
${page.main}
</main>
<footer class="site"><ul>
${words && html`<li><a href="${words}">${say.words}</a></li>`}
${legal && html`<li><a href="${legal}">${say.legal}</a></li>`}
${statement && html`<li><a href="${statement.href}">${statement.text}</a></li>`}
</ul>${hasList && densityButton(isDense, say.dense)}</footer>
</body>
</html>
`;
  return document.toString();
}

/** Whose the service is, and what it is called: the way to its first page. */
function siteName({ home, name, brand: { brandName, brandLogo }, asset }: Site, language: Language): Html {
  const logo =
    brandLogo &&
    html`<img src="${asset(brandLogo.name)}" alt="" height="32" width="${Math.round(32 * brandLogo.ratio)}">`;
  return html`<a class="name" href="${home}">${logo}<span>${
    brandName !== undefined && html`<span class="brand">${brandName}</span> `
  }${name[language]}</span></a>`;
}

/** Of the rooms that a path is in, the innermost: one may lie in another. */
function openRoom(navigation: readonly Link[], path: string): string | undefined {
  const around = navigation.map(({ href }) => href).filter((href) => path.startsWith(href));
  return around.toSorted((one, other) => other.length - one.length)[0];
}

/** A whole HTML document of its content alone: for the frames of other sites. The title is for the window. */
export function renderBarePage(
  frame: Pick<Frame, 'site' | 'language'>,
  page: Omit<Page, 'breadcrumbs'>,
): string {
  const document = html`<!doctype html>
<html lang="${frame.language}">
${head(frame, page)}
<body class="bare">
<main>
${page.main}
</main>
</body>
</html>
`;
  return document.toString();
}

/** Its place is kept until its script is there. */
function densityButton(isDense: boolean, text: string): Html {
  const pressed = isDense ? 'true' : 'false';
  return html`<button type="button" class="plain" data-density aria-pressed="${pressed}" hidden>${text}</button>`;
}

function head({ site, language }: Pick<Frame, 'site' | 'language'>, page: Page): Html {
  const { styles = [], scripts = [] } = page;
  const all = styles.includes('lists.css') ? ['density.js', ...scripts] : scripts;
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${site.name[language]}</title>
${['site.css', ...styles].map((name) => html`<link rel="stylesheet" href="${site.asset(name)}">\n`)}<link rel="icon" href="${site.asset('icon.svg')}" type="image/svg+xml">
${all.map((name) => html`<script type="module" src="${site.asset(name)}"></script>\n`)}${page.head}
</head>`;
}

function breadcrumbs({ breadcrumbs: trail = [], title }: Page, label: string): Html | false {
  return (
    trail.length > 0 &&
    html`<nav class="trail" aria-label="${label}"><ol>${trail.map(
      ({ text, href }) => html`<li><a href="${href}">${text}</a></li>`,
    )}<li><span aria-current="page">${title}</span></li></ol></nav>`
  );
}
