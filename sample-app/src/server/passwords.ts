import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Gives `scrypt:<salt>:<key>`, both as base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await scryptAsync(password, salt, KEY_BYTES, COST);
  return `scrypt:${salt.toString('base64url')}:${key.toString('base64url')}`;
}

/** Takes as long without a hash as with one, so that the time does not tell who has an account. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', expected = ''] = hash?.split(':') ?? [];
  const expectedKey = Buffer.from(expected, 'base64url');
  const key = await scryptAsync(password, Buffer.from(salt, 'base64url'), KEY_BYTES, COST);
  return expectedKey.length === key.length && timingSafeEqual(expectedKey, key);
}
