import type { RegisteredVideos } from './register-videos.ts';
import { signingTour } from './signing-tour.ts';
import type { DemoTokens } from './tokens.ts';
import type { TourStep } from './tour-step.ts';
import { videoTour } from './video-tour.ts';

/** The signing service of the demo and what is around it. */
export interface SigningDemo {
  serviceUrl: string;
  signingApplicationUrl: string;
  /** As it was generated at the first start. */
  rootPassword: string;
  tokens: DemoTokens;
  /** An agreement to try things with. */
  agreementId: number;
}

/** The video service of the demo and what is in it. */
export interface VideoDemo extends RegisteredVideos {
  serviceUrl: string;
  /** As it was generated at the first start. */
  rootPassword: string;
  /** Of the root account. */
  token: string;
}

/** What the demo prints once everything runs: where things are, the tokens, and a tour of each service. */
export function welcome({ signing, video }: { signing: SigningDemo; video: VideoDemo }): string {
  const inSigning = (pathname: string): string => new URL(pathname, signing.serviceUrl).href;
  const inVideo = (pathname: string): string => new URL(pathname, video.serviceUrl).href;
  const [encoded = '', slug = ''] = video.slugs;
  const [broadcaster = ''] = video.broadcasters;
  return [
    'The demo is running. Stop it with Ctrl-C.',
    '',
    'conventions-signing, electronic signature of internship agreements',
    '',
    `  Console                 ${inSigning('/console/')}`,
    `  Sign in as root with    ${signing.rootPassword}`,
    '',
    `  Public API              ${inSigning('/public/swagger-ui.html')}`,
    `  Management API          ${inSigning('/api/swagger-ui.html')}`,
    `  Signing application     ${new URL(signing.signingApplicationUrl).href}`,
    '',
    `  Token, public API       ${signing.tokens.public}`,
    `  Token, management API   ${signing.tokens.management}`,
    '',
    'video-rest, the REST API of a video platform',
    '',
    `  API, in a browser too   ${inVideo('/rest/')}`,
    `  Sign in as root with    ${video.rootPassword}`,
    `  A video to watch        ${inVideo(`/video/${encoded}/`)}`,
    `  Token of root           ${video.token}`,
    '',
    'Try them in a second terminal:',
    '',
    `SIGNING_TOKEN=${signing.tokens.management}`,
    `VIDEO_TOKEN=${video.token}`,
    '',
    ...numbered([...signingTour(signing), ...videoTour({ ...video, slug, broadcaster })]),
    '',
  ].join('\n');
}

function numbered(steps: readonly TourStep[]): string[] {
  return steps.flatMap(({ purpose, command }, index) => [`  ${index + 1}. ${purpose}:`, `     ${command}`]);
}
