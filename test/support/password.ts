export const PASSWORD = 'correct horse battery';

/** Its hash at a hundredth of the costs in service: each hash says its own. */
export const PASSWORD_HASH = 'scrypt$1024$8$1$BwcHBwcHBwcHBwcHBwcHBw$xLp2C-Wt_Nug3CdnAUNywcBXBvlBk1YwC2JqvryP1Zg';
