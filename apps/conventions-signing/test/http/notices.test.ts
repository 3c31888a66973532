import { readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { useService } from '../support/service.ts';

const service = useService();

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
    const answer = await request(service.url).get(address).set('Accept-Language', 'de').expect(200);
    const page = readPage(answer.text);

    expect(page.language).toBe(language);
    expect(answer.headers['content-language']).toBe(language);
    for (const refused of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(answer.headers['content-security-policy']).toContain(refused);
    expect(answer.headers).toMatchObject({
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
  await request(service.url).get('/.well-known/security.txt').expect(404);
});

describe('Given an institution with a name, contacts and a statement of its own', () => {
  const institution = useService({
    configuration: {
      brandName: 'University of Example',
      accessibilityUrl: 'https://university.example/access',
      accessibilityContact: 'mailto:access@university.example',
      securityContact: 'https://university.example/cert',
    },
  });

  test('Then its name and contact stand in ours, and every page leads to its own', async () => {
    const { text } = await request(institution.url).get('/accessibility/').expect(200);
    const page = readPage(text);

    expect(page.text).toContain('University of Example undertakes');
    expect(page.get('link', 'access@university.example').attribute('href')).toBe(
      'mailto:access@university.example',
    );
    const link = page.get('contentinfo').get('link', 'Accessibility');
    expect(link.attribute('href')).toBe('https://university.example/access');
  });

  test('Then security.txt says whom to tell, for less than a year (RFC 9116)', async () => {
    const { text, headers } = await request(institution.url).get('/.well-known/security.txt').expect(200);

    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/)),
    );
    expect(fields).toMatchObject({
      Contact: 'https://university.example/cert',
      'Preferred-Languages': 'en, fr',
      Canonical: `${institution.url}/.well-known/security.txt`,
    });
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(366);
  });
});
