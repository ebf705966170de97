export * from './schema/verification.ts';
