import { useBrowser } from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import { givenDraft } from '../../support/records.ts';
import { managementToken, publicToken, useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const browser = useBrowser(() => service.url);

describe('The API reference in a real browser', () => {
  test.each([
    ['/public/swagger-ui.html', publicToken, '/public/api/conventions/{id}/metadata'],
    ['/api/swagger-ui.html', managementToken, '/api/conventions/{id}'],
  ])(
    '%s loads from this host alone, takes a token, and calls the service',
    async (path, token, operation) => {
      const { id } = await givenDraft(service);
      const page = await browser.newPage();

      const policy = (await page.goto(path))?.headers()['content-security-policy'];
      expect(policy).toMatch(/script-src 'self';style-src 'self' 'unsafe-inline'/);
      expect(policy).toContain("frame-ancestors 'none'");
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.getByLabel('auth-bearer-value').fill(token);
      await page.getByRole('button', { name: 'Apply credentials' }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.locator(`[data-path="${operation}"]`).first().click();
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.locator('tr[data-param-name="id"] input').fill(String(id));
      const answer = page.waitForResponse((response) =>
        response.url().endsWith(operation.replace('{id}', String(id))),
      );
      await page.getByRole('button', { name: 'Execute' }).click();

      expect((await answer).status()).toBe(200);
    },
  );
});
