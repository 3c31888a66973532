export * from 'pino';
export { default } from 'pino';
