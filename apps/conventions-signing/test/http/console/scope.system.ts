import { useBrowser } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { expectReadable, looks, signInAt } from '../../support/browse.ts';
import { givenAccount, passwordInConsole } from '../../support/console.ts';
import { givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const browser = useBrowser(() => service.url);
let people = 0;

test.each(looks)(
  'An administrator (%j) says what an account sees, which it reads on its own page, and no page goes on with more',
  async (look) => {
    await givenInSigning(service, { title: 'About light', department: 'Physics' });
    await givenInSigning(service, { title: 'About contracts', department: 'Law' });
    const username = `reader-${people++}`;
    await givenAccount(service, { username, role: 'reader' });
    const theirs = await browser.newPage(look);
    await signInAt(theirs, '/console/conventions/', { username, password: passwordInConsole });
    await theirs.getByText('About contracts').first().waitFor();
    const page = await browser.newPage(look);
    await signInAt(page, `/console/accounts/~${username}/`);
    await expectReadable(page);
    const department = (number: number) =>
      page.getByRole('combobox', { name: new RegExp(`^(Department|Département) ${number}$`) });
    const warning = page.getByText(/^(No record has this department|Aucun dossier n’a ce département)\.$/);
    await department(1).fill('Physics');
    await department(2).fill('Astronomy and astrophysics');
    if (look.javaScript !== false) {
      await department(2).blur();
      await warning.waitFor();
    }
    await page.locator(`form[action="/console/accounts/~${username}/"] button`).click();
    await page.waitForURL('**/?done=changed');
    expect(await warning.count()).toBe(1);
    expect(await department(4).inputValue()).toBe('');
    await expectReadable(page);
    await page.goto('/console/accounts/');
    await expectReadable(page);

    if (look.javaScript !== false) await theirs.locator('main .notice').waitFor();
    await theirs.goto('/console/account/');
    expect(await theirs.getByText('Astronomy and astrophysics').count()).toBe(1);
    await expectReadable(theirs);
    await theirs.goto('/console/conventions/');
    await theirs.getByText('About light').first().waitFor();
    expect(await theirs.getByText('About contracts').count()).toBe(0);
  },
);
