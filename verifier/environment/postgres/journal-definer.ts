/**
 * How the journal's functions run: as the superuser, and with settings of their own, whatever the application's session has, so that a
 * row has one text however it was written.
 */
export const definer = `language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
  set datestyle = 'ISO, MDY' set intervalstyle = 'postgres' set bytea_output = 'hex' set extra_float_digits = 1`;
