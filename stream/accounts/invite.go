package accounts

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// invitation lets somebody choose a password, once.
type invitation struct {
	Name  string     `json:"name"` // empty for the first organiser, who chooses that too
	Role  rules.Role `json:"role"`
	Until time.Time  `json:"until"`
}

// week is how long an invitation is good: from a competition's preparation to its
// first day.
const week = 7 * 24 * time.Hour

// First returns a word with which the first organiser comes in, where nobody can
// let people in yet; empty where somebody can. Words of before are good no more.
func (b *Book) First() (word string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.organisers() > 0 {
		return "", nil
	}
	return b.invite(invitation{Role: rules.Organiser})
}

// Empty tells whether nobody can let people in yet.
func (b *Book) Empty() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.organisers() == 0
}

// invite makes a word, the only one for that name. The lock is held.
func (b *Book) invite(i invitation) (word string, err error) {
	if err := b.uninvite(i.Name); err != nil {
		return "", err
	}
	word, i.Until = rand.Text(), b.now().Add(week).UTC()
	return word, save(b, inviteKind, digest(word), i, b.invited, i.Until)
}

// uninvite forgets the invitations for a name. The lock is held.
func (b *Book) uninvite(name string) error {
	for word, i := range b.invited {
		if keyOf(i.Name) != keyOf(name) {
			continue
		}
		if err := drop(b, inviteKind, word, b.invited); err != nil {
			return err
		}
	}
	return nil
}

func digest(word string) string {
	sum := sha256.Sum256([]byte(word))
	return hex.EncodeToString(sum[:])
}

// Invited tells whom a word is for; the name is empty where it may be chosen. The
// error is ErrInvitation.
func (b *Book) Invited(word string) (name string, role rules.Role, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i, err := b.invitation(word)
	return i.Name, i.Role, err
}

func (b *Book) invitation(word string) (invitation, error) {
	i, ok := b.invited[digest(word)]
	if !ok || !b.now().Before(i.Until) {
		return invitation{}, ErrInvitation
	}
	return i, nil
}

// Accept uses a word up: the person whom it is for has that password from now on.
// The name counts where the invitation leaves it open. The error is ErrInvitation,
// ErrName, ErrTaken or ErrPassword, and then the word is still good.
func (b *Book) Accept(word, name, password string) (Account, error) {
	if _, _, err := b.Invited(word); err != nil {
		return Account{}, err // before anything that takes time
	}
	kept, err := hash(password)
	if err != nil {
		return Account{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	i, err := b.invitation(word)
	if err != nil {
		return Account{}, err
	}
	if i.Name == "" {
		if i.Name, err = CheckName(name); err != nil {
			return Account{}, err
		}
		if _, ok := b.people[keyOf(i.Name)]; ok {
			return Account{}, ErrTaken
		}
	}
	a := Account{Name: i.Name, Role: i.Role, Password: kept, Stamp: rand.Text(), Made: b.now().UTC()}
	if err := drop(b, inviteKind, digest(word), b.invited); err != nil {
		return Account{}, err // first, so that it is never good twice
	}
	return a, save(b, personKind, keyOf(a.Name), a, b.people, time.Time{})
}
