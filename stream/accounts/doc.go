// Package accounts knows who may log in: people with a role and a password of
// their own, and the PIN of each table, by which judges join it.
//
// Nobody gets a password from somebody else. Who may let people in makes an
// account and hands over an invitation: a word that is good once, for a week, and
// with which the person chooses a password. The very first one, for an organiser,
// is printed when the program starts and nobody is there yet.
//
// Passwords are kept as argon2id (RFC 9106), words of invitations as SHA-256: they
// have 128 random bits. PINs are kept as they are, since they stand on the tables'
// cards.
package accounts
