import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { givenDraft } from './support/records.ts';
import { managementToken, publicToken, useService } from './support/service.ts';

const service = useService({ webhook: false });

describe('The API reference in a real browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await requireTool('chromium'),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }, 60_000);

  afterAll(() => browser?.close());

  test.each([
    ['/public/swagger-ui.html', publicToken, '/public/api/conventions/{id}/metadata'],
    ['/api/swagger-ui.html', managementToken, '/api/conventions/{id}'],
  ])(
    '%s loads from this host alone, takes a token, and calls the service',
    async (path, token, operation) => {
      const { id } = await givenDraft(service);
      const page = await browser.newPage();
      const requested: string[] = [];
      const failed: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
      page.on('pageerror', (error) => failed.push(error.message));

      await page.goto(`${service.url}${path}`);
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
      expect(failed).toEqual([]);
      expect(requested.every((url) => url.startsWith(service.url) || url.startsWith('data:'))).toBe(true);
      await page.close();
    },
    60_000,
  );
});
