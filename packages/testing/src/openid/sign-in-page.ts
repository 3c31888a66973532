import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Provider } from 'oidc-provider';
import type { OpenIdPerson } from './openid-person.ts';

/** Shows who can sign in, and takes the choice: a form field `subject`, empty for one who cancels. */
export async function answerSignInPage(
  provider: Provider,
  people: OpenIdPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    await provider.interactionDetails(request, response);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageFor(people));
    return;
  }
  const subject = new URLSearchParams(await text(request)).get('subject') ?? '';
  if (subject !== '' && !people.some((person) => person.subject === subject)) {
    throw new Error(`nobody here is ${subject}`);
  }
  await provider.interactionFinished(
    request,
    response,
    subject === '' ? { error: 'access_denied' } : { login: { accountId: subject } },
    { mergeWithLastSubmission: false },
  );
}

function pageFor(people: OpenIdPerson[]): string {
  const buttons = people.map(
    ({ subject, claims }) =>
      `<p><button name="subject" value="${escaped(subject)}">${escaped(claims?.name ?? subject)}</button></p>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in</title></head>
<body><main><h1>Who are you?</h1>
<form method="post">
${buttons.join('\n')}
<p><button name="subject" value="">Cancel</button></p>
</form></main></body>
</html>`;
}

function escaped(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
