/** How files are named: the account, and a name that says nothing of what they hold. */

/** `7/0f3c…`: account and name. */
export const FILE_NAME = /^(\d+)\/([0-9a-zA-Z-]{8,100})$/
