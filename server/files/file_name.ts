/** How files are named: the account id, and a random name that reveals nothing about the contents. */

/** `7/0f3c…`: account id and name. */
export const FILE_NAME = /^(\d+)\/([0-9a-zA-Z-]{8,100})$/
