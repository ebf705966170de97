import { sqlState } from './database.js';

export type Fields = Readonly<Record<string, string>>;

/** An answer that says no. Everything else that is thrown is a fault of the server. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields?: Fields,
  ) {
    super(message);
  }

  toJSON(): { error: { code: string; message: string; fields?: Fields } } {
    const { code, message, fields } = this;
    return { error: fields === undefined ? { code, message } : { code, message, fields } };
  }
}

export const notSignedIn = (): ApiError => new ApiError(401, 'not_signed_in', 'You are not signed in.');
export const wrongCredentials = (): ApiError =>
  new ApiError(401, 'wrong_credentials', 'The email address or the password is wrong.');
export const notYours = (thing: string): ApiError => new ApiError(403, 'not_yours', `This ${thing} is not yours.`);
export const noArticle = (slug: string): ApiError => new ApiError(404, 'not_found', `There is no article “${slug}”.`);
export const noComment = (id: string): ApiError => new ApiError(404, 'not_found', `There is no comment “${id}”.`);
export const noSuchAddress = (): ApiError => new ApiError(404, 'not_found', 'There is nothing at this address.');
export const emailTaken = (): ApiError =>
  new ApiError(409, 'email_taken', 'There is an account with this email address already.', { email: 'is taken' });
export const invalid = (fields: Fields): ApiError =>
  new ApiError(422, 'invalid', Object.entries(fields).map(([name, problem]) => `${name} ${problem}`).join('; '), fields);

/** What to answer for whatever was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // The article, the comment or the account went between two statements.
  if (sqlState(error) === FOREIGN_KEY_VIOLATION) return new ApiError(404, 'not_found', 'This is no longer there.');
  return new ApiError(500, 'internal', 'Something went wrong on our side.');
}

const FOREIGN_KEY_VIOLATION = '23503';
