export * from './schema/events.ts';
export * from './schema/publication.ts';
export * from './schema/serialization.ts';
export * from './schema/validation.ts';
export * from './schema/verification.ts';
