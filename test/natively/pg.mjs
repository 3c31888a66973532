export * from 'pg';
export { default } from 'pg';
