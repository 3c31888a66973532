import type { DemoTokens } from './tokens.ts';

interface Tour {
  /** Address of the signing service, such as `http://127.0.0.1:8081`. */
  serviceUrl: string;
  /** The agreement that the commands send for signature. */
  agreementId: number;
}

/** One step of the tour: what it does, and the command line to paste. */
export interface TourStep {
  purpose: string;
  command: string;
}

/**
 * The three commands that take an agreement through its signature; they expect the management token in the
 * shell variable `TOKEN`. The README shows the same.
 */
export function tourSteps({
  serviceUrl,
  agreementId,
}: Tour): [send: TourStep, watch: TourStep, download: TourStep] {
  const agreement = new URL(`/api/conventions/${agreementId}`, serviceUrl).href;
  const curl = (what: string): string => `curl -sS -w '\\n' -H "Authorization: Bearer $TOKEN" ${what}`;
  return [
    { purpose: 'Send an agreement for signature', command: curl(`-X POST ${agreement}/signature`) },
    { purpose: 'Watch it until its state is "signed"', command: curl(agreement) },
    // Without -f an answer that is no PDF would end up in the file.
    { purpose: 'Download the signed PDF', command: curl(`-f -o signed.pdf ${agreement}/signed-pdf`) },
  ];
}

/** What the demo prints once everything runs: where things are, the tokens, and a tour in three commands. */
export function welcome({
  signingApplicationUrl,
  tokens,
  ...tour
}: Tour & { signingApplicationUrl: string; tokens: DemoTokens }): string {
  const at = (path: string): string => new URL(path, tour.serviceUrl).href;
  const steps = tourSteps(tour).flatMap(({ purpose, command }, index) => [
    `  ${index + 1}. ${purpose}:`,
    `     ${command}`,
  ]);
  return [
    'The demo is running. Stop it with Ctrl-C.',
    '',
    `  Public API              ${at('/public/swagger-ui.html')}`,
    `  Management API          ${at('/api/swagger-ui.html')}`,
    `  Signing application     ${new URL(signingApplicationUrl).href}`,
    '',
    `  Token, public API       ${tokens.public}`,
    `  Token, management API   ${tokens.management}`,
    '',
    'Try it in a second terminal:',
    '',
    `TOKEN=${tokens.management}`,
    '',
    ...steps,
    '',
  ].join('\n');
}
