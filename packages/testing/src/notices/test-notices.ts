import { describe, expect, test } from '@jest/globals';
import { readPage } from '../markup/index.ts';

/** What the service of `institution` is configured with. */
export const institutionNotices = {
  brandName: 'University of Example',
  accessibilityUrl: 'https://university.example/access',
  accessibilityContact: 'mailto:access@university.example',
  securityContact: 'https://university.example/cert',
};

/**
 * Makes the tests of what every service tells the public about itself: its accessibility, and whom to tell of a
 * vulnerability.
 *
 * @param services.service      without any configuration of that
 * @param services.institution  with `institutionNotices`
 */
export function testNotices({
  service,
  institution,
}: {
  service: { url: string };
  institution: { url: string };
}): void {
  describe('The accessibility statement', () => {
    test.each([
      ['/accessibility/', 'en', 'Accessibility statement', 'Accessibility: partially compliant', 'Remedies'],
      [
        '/accessibilite/',
        'fr',
        'Déclaration d’accessibilité',
        'Accessibilité\u00a0: partiellement conforme',
        'Voies de recours',
      ],
    ])('is at %s for everybody, in that language', async (address, language, title, footer, remedies) => {
      const answer = await fetch(service.url + address, { headers: { 'Accept-Language': 'de' } });
      const page = readPage(await answer.text());

      expect(answer.status).toBe(200);
      expect(page.language).toBe(language);
      expect(answer.headers.get('content-language')).toBe(language);
      for (const refused of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(answer.headers.get('content-security-policy')).toContain(refused);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
      expect(page.names('heading')).toEqual(expect.arrayContaining([title, remedies]));
      expect(page.get('contentinfo').get('link', footer).attribute('href')).toBe(address);
      expect(page.text).toContain(service.url);
      expect(page.all('row')).toHaveLength(107);
    });
  });

  test('Given nobody to tell of a vulnerability, Then there is no security.txt', async () => {
    const { status } = await fetch(`${service.url}/.well-known/security.txt`);
    expect(status).toBe(404);
  });

  describe('Given an institution with a name, contacts and a statement of its own', () => {
    test('Then its name and contact stand in ours, and every page leads to its own', async () => {
      const answer = await fetch(`${institution.url}/accessibility/`);
      const page = readPage(await answer.text());

      expect(answer.status).toBe(200);
      expect(page.text).toContain('University of Example undertakes');
      expect(page.get('link', 'access@university.example').attribute('href')).toBe(
        institutionNotices.accessibilityContact,
      );
      const link = page.get('contentinfo').get('link', 'Accessibility');
      expect(link.attribute('href')).toBe(institutionNotices.accessibilityUrl);
    });

    test('Then security.txt says whom to tell, for less than a year (RFC 9116)', async () => {
      const answer = await fetch(`${institution.url}/.well-known/security.txt`);
      const text = await answer.text();

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const fields = Object.fromEntries(
        text
          .trim()
          .split('\n')
          .map((line) => line.split(/: (.*)/)),
      );
      expect(fields).toMatchObject({
        Contact: institutionNotices.securityContact,
        'Preferred-Languages': 'en, fr',
        Canonical: `${institution.url}/.well-known/security.txt`,
      });
      const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(90);
      expect(days).toBeLessThan(366);
    });
  });
}
