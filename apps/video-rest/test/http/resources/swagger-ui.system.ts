import { eventually } from '@campus/testing';
import { useBrowser } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);

test('The API reference leads to the sign-in, reads with the session, and takes a token for what changes something', async () => {
  const { username, password } = await givenUser(service.db, { isStaff: true });
  const { title } = await postType(service);
  const page = await browser.newPage();

  const first = await page.goto('/rest/swagger-ui.html');
  expect(first?.headers()['content-security-policy']).not.toContain('unsafe-inline');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const heading = page.getByRole('heading', { name: /Video platform REST API/ });
  await heading.waitFor();
  const policy = (await page.reload())?.headers()['content-security-policy'];
  expect(policy).toMatch(/script-src 'self';style-src 'self' 'unsafe-inline'/);
  expect(policy).toContain("frame-ancestors 'none'");
  await heading.waitFor();

  const execute = async (operation: string) => {
    const block = page.locator(operation);
    // Of a long document only what is in view is there.
    await eventually(async () => {
      await page.mouse.wheel(0, 300);
      return (await block.count()) > 0;
    });
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/rest/types/');
    await block.getByRole('button', { name: 'Execute' }).click();
    return await answer;
  };
  const listed = await execute('.opblock-get:has([data-path="/rest/types/"])');
  expect(listed.status()).toBe(200);
  expect(await listed.text()).toContain(title);

  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('#api_key_value').fill(`Token ${service.staff.token}`);
  await page.getByRole('button', { name: 'Apply credentials' }).first().click();
  await page.getByRole('button', { name: 'Close' }).first().click();
  const created = await execute('.opblock-post:has([data-path="/rest/types/"])');
  expect(created.status()).toBe(201);
});
