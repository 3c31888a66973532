import { type Html, type HtmlPart, html, type Link, notice, type Page, submitButton } from '@campus/pages';

/** Asks before something that is not easily undone; what it leads to is done by POST to the address of the page. */
export function confirmPage({
  title,
  breadcrumbs,
  meaning,
  problem,
  csrf,
  action,
  button,
  back,
}: {
  title: string;
  breadcrumbs: readonly Link[];
  /** What will happen, to whom. */
  meaning: HtmlPart;
  /** Why it was refused, when it was. */
  problem?: string | undefined;
  csrf: Html;
  action: string;
  button: string;
  /** The way out. */
  back: Link;
}): Page {
  return {
    title,
    breadcrumbs,
    main: html`<div class="sheet">
${problem !== undefined && notice('bad', problem)}
${meaning}
<form method="post" action="${action}">${csrf}
<p class="row">${submitButton(button, { kind: 'danger' })}<a class="button plain" href="${back.href}">${back.text}</a></p>
</form>
</div>`,
  };
}
