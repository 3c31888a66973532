import { describe, expect, test } from '@jest/globals';
import { signingTour } from '../src/signing-tour.ts';
import { videoTour } from '../src/video-tour.ts';
import { welcome } from '../src/welcome.ts';

const signing = {
  serviceUrl: 'http://127.0.0.1:8081',
  signingApplicationUrl: 'http://127.0.0.1:8083',
  rootPassword: 'password-of-signing',
  tokens: {
    public: 'token-of-the-vendor',
    management: 'token-of-the-institution',
    webhook: 'token-of-the-webhook',
  },
  agreementId: 7,
};
const video = {
  serviceUrl: 'http://127.0.0.1:8082',
  rootPassword: 'password-of-video',
  token: 'token-of-root',
  slugs: ['0001-encoded', '0002-not-yet'],
  broadcasters: ['hall', 'room'],
};
const given = { signing, video };

describe('welcome', () => {
  test('it says where the APIs, the pages, the signing application and the passwords of root are', () => {
    const text = welcome(given);

    expect(text).toContain('http://127.0.0.1:8081/public/swagger-ui.html');
    expect(text).toContain('http://127.0.0.1:8081/api/swagger-ui.html');
    expect(text).toContain('http://127.0.0.1:8083/');
    expect(text).toContain('http://127.0.0.1:8082/rest/');
    expect(text).toContain('http://127.0.0.1:8081/console/');
    expect(text).toContain('password-of-signing');
    expect(text).toContain('password-of-video');
    expect(text).toContain('http://127.0.0.1:8082/video/0001-encoded/');
  });

  test('it sets a shell variable for each service on a line of its own, before the first command', () => {
    const lines = welcome(given).split('\n');

    const firstCommand = lines.findIndex((line) => line.includes('curl'));
    expect(lines.slice(0, firstCommand)).toEqual(
      expect.arrayContaining(['SIGNING_TOKEN=token-of-the-institution', 'VIDEO_TOKEN=token-of-root']),
    );
  });

  test('it shows the commands of both tours: send, watch, download; encode, watch, switch on, export', () => {
    const commands = welcome(given)
      .split('\n')
      .filter((line) => line.includes('curl'))
      .map((line) => line.trim());

    expect(commands).toEqual([
      'curl -sS -w \'\\n\' -H "Authorization: Bearer $SIGNING_TOKEN" -X POST http://127.0.0.1:8081/api/conventions/7/signature',
      'curl -sS -w \'\\n\' -H "Authorization: Bearer $SIGNING_TOKEN" http://127.0.0.1:8081/api/conventions/7',
      'curl -sS -w \'\\n\' -H "Authorization: Bearer $SIGNING_TOKEN" -f -o signed.pdf http://127.0.0.1:8081/api/conventions/7/signed-pdf',
      'curl -sS -w \'\\n\' -H "Authorization: Token $VIDEO_TOKEN" "http://127.0.0.1:8082/rest/launch_encode_view/?slug=0002-not-yet"',
      'curl -sS -w \'\\n\' -H "Authorization: Token $VIDEO_TOKEN" http://127.0.0.1:8082/rest/videos/0002-not-yet/',
      "curl -sS -w '\\n' -H \"Authorization: Token $VIDEO_TOKEN\" -X PATCH -H 'Content-Type: application/json' -d '{\"status\": true}' http://127.0.0.1:8082/rest/broadcasters/hall/",
      'curl -sS -w \'\\n\' -H "Authorization: Token $VIDEO_TOKEN" http://127.0.0.1:8082/rest/dublincore/',
    ]);
    const tours = [
      ...signingTour(signing),
      ...videoTour({ ...video, slug: '0002-not-yet', broadcaster: 'hall' }),
    ];
    expect(commands).toEqual(tours.map(({ command }) => command));
  });

  test('it keeps the webhook token to itself: nobody types it', () => {
    expect(welcome(given)).not.toContain(signing.tokens.webhook);
  });
});
