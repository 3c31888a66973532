// Forms with `data-passkey` send what a passkey has signed: the service is asked what to sign, then the browser for the
// passkey. Without this script they are not seen.

import './webauthn.js';

const { browserSupportsWebAuthn, startAuthentication, startRegistration } = window.SimpleWebAuthnBrowser;

if (browserSupportsWebAuthn()) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sign(form);
    });
  }
}

async function sign(form) {
  const button = form.querySelector('button');
  const failed = form.querySelector('[role="alert"]');
  button.disabled = true;
  failed.textContent = '';
  try {
    const isNew = form.dataset.passkey === 'add';
    const optionsJSON = await optionsFor(form);
    const response = await (isNew ? startRegistration : startAuthentication)({ optionsJSON });
    form.elements.response.value = JSON.stringify(response);
    form.submit();
  } catch {
    // Whoever has closed the window of the browser reads the same as whoever has no passkey here.
    failed.textContent = form.dataset.failed;
    button.disabled = false;
  }
}

async function optionsFor(form) {
  const answer = await fetch(form.dataset.options, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  if (!answer.ok || answer.redirected) throw new Error(`the service answers ${answer.status}`);
  return answer.json();
}
