/** Where contracts are looked for when nobody says where. */
export const standardContracts = 'contracts';
