export { demoTimeoutMs } from './demo-timeout.ts';
export { registerSamples } from './register-samples.ts';
export { registerVideos } from './register-videos.ts';
export { sampleVideos } from './sample-videos.ts';
export { refusedCalls, sendSamples, titlesOfOffice, untilSigned } from './send-samples.ts';
export { signingTour } from './signing-tour.ts';
export { demoTokens } from './tokens.ts';
export { demoVideoToken } from './video-token.ts';
export { type SigningDemo, type VideoDemo, welcome } from './welcome.ts';
