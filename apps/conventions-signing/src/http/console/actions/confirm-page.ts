import { type Html, type HtmlPart, html, type Link, notice, type Page, submitButton } from '@campus/pages';

/** Asks before something that is not easily undone; it is done by POST to the address of the page. */
export function confirmPage({
  title,
  breadcrumbs,
  problem,
  meaning,
  fields,
  action,
  button,
  back,
}: {
  title: string;
  breadcrumbs: readonly Link[];
  /** Why it was refused, when it was. */
  problem?: string | undefined;
  /** What will happen, to what and to whom. */
  meaning: HtmlPart;
  /** Of the form, the CSRF field among them. */
  fields: HtmlPart;
  action: string;
  button: Html;
  back: Link;
}): Page {
  return {
    title,
    breadcrumbs,
    main: html`<div class="sheet">
${problem !== undefined && notice('bad', problem)}
${meaning}
<form method="post" action="${action}">${fields}
<p class="row">${button}<a class="button plain" href="${back.href}">${back.text}</a></p>
</form>
</div>`,
  };
}

/** The button of what takes something away. */
export function dangerButton(text: string): Html {
  return submitButton(text, { kind: 'danger' });
}
