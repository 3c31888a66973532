export { registerSamples } from './register-samples.ts';
export { type DemoTokens, demoTokens } from './tokens.ts';
export { type TourStep, tourSteps, welcome } from './welcome.ts';
