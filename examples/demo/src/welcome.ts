import { signingTour } from './signing-tour.ts';
import type { DemoTokens } from './tokens.ts';

/** The signing service of the demo and what is around it. */
export interface SigningDemo {
  serviceUrl: string;
  /** As it was generated at the first start. */
  rootPassword: string;
  tokens: DemoTokens;
  /** An agreement to try things with. */
  agreementId: number;
}

/** The video service of the demo. */
export interface VideoDemo {
  serviceUrl: string;
  /** As it was generated at the first start. */
  rootPassword: string;
  /** Of the root account. */
  token: string;
}

/** What the demo prints once everything runs, in eleven lines: where people go, the tokens, a signature to watch, its end. */
export function welcome({ signing, video }: { signing: SigningDemo; video: VideoDemo }): string {
  const console = new URL('/console/', signing.serviceUrl).href;
  const videos = new URL('/video/', video.serviceUrl).href;
  const commands = signingTour({ ...signing, token: signing.tokens.management });
  return [
    'The demo is running. In a browser, as root:',
    `  ${console}  with ${signing.rootPassword}`,
    `  ${videos}  with ${video.rootPassword}`,
    'For the examples of the README, in a second terminal:',
    `  SIGNING_TOKEN=${signing.tokens.management}`,
    `  VIDEO_TOKEN=${video.token}`,
    'Send an agreement for signature, watch it being signed, download the signed PDF:',
    ...commands.map((command) => `  ${command}`),
    'Ctrl-C ends it; what it kept is there at the next start.',
    '',
  ].join('\n');
}
