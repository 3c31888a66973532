import type { Page } from 'playwright-core';

/**
 * Gives a page an authenticator of Chromium's own, as a phone has it built in: it keeps passkeys and asks nobody. The
 * page must be at `localhost`.
 */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
