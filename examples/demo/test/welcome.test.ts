import { describe, expect, test } from '@jest/globals';
import { welcome } from '../src/welcome.ts';

const tokens = {
  public: 'token-of-the-vendor',
  management: 'token-of-the-institution',
  webhook: 'token-of-the-webhook',
};
const text = welcome({
  signing: {
    serviceUrl: 'http://localhost:8081',
    rootPassword: 'password-of-signing',
    tokens,
    agreementId: 7,
  },
  video: {
    serviceUrl: 'http://localhost:8082',
    rootPassword: 'password-of-video',
    token: 'token-of-root',
  },
});

describe('welcome', () => {
  test('is eleven lines, the last of which says how it is stopped', () => {
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toMatch(/^Ctrl-C ends it/);
  });

  test('says where the pages are, with the passwords of root', () => {
    expect(text).toContain('http://localhost:8081/console/  with password-of-signing\n');
    expect(text).toContain('http://localhost:8082/video/  with password-of-video\n');
  });

  test('sets the shell variables that the README uses', () => {
    expect(text).toContain(' SIGNING_TOKEN=token-of-the-institution\n');
    expect(text).toContain(' VIDEO_TOKEN=token-of-root\n');
  });

  test('shows how to send, watch and download, with the token in place', () => {
    const commands = text
      .split('\n')
      .filter((line) => line.includes('curl'))
      .map((line) => line.trim());

    const curl = `curl -sS -w '\\n' -H "Authorization: Bearer token-of-the-institution"`;
    const agreement = 'http://localhost:8081/api/conventions/7';
    expect(commands).toEqual([
      `${curl} -X POST ${agreement}/signature`,
      `${curl} ${agreement}`,
      `${curl} -f -o signed.pdf ${agreement}/signed-pdf`,
    ]);
  });

  test('keeps the tokens to itself that nobody types', () => {
    expect(text).not.toContain(tokens.webhook);
    expect(text).not.toContain(tokens.public);
  });
});
