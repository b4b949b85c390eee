package accounts

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

var (
	// ErrName means that a name cannot be one of an account.
	ErrName = errors.New("not usable as a name")
	// ErrRole means that there are no accounts of a role.
	ErrRole = errors.New("no role of an account")
	// ErrNobody means that there is no account of that name.
	ErrNobody = errors.New("no such account")
	// ErrTaken means that there is an account of that name already.
	ErrTaken = errors.New("that name has an account")
	// ErrLast means that nobody would be left who lets people in.
	ErrLast = errors.New("the last organiser")
	// ErrInvitation means that an invitation is not known, or was used, or is over.
	ErrInvitation = errors.New("no such invitation")
)

// Shelf keeps small things by their ids for longer than the program runs.
type Shelf interface {
	All() (map[string][]byte, error)
	Commit(id string, value []byte, until time.Time) error
	Delete(id string) error
}

// Account is a person who may log in.
type Account struct {
	Name     string     `json:"name"`
	Role     rules.Role `json:"role"`
	Password string     `json:"password,omitempty"` // as argon2id; empty until the person has chosen one
	// Stamp is another one whenever the account changes, so that sessions from
	// before end.
	Stamp string    `json:"stamp"`
	Made  time.Time `json:"made"`
}

// Roles are those that accounts may have. Judges join by a table's PIN.
func Roles() []rules.Role {
	return []rules.Role{rules.Organiser, rules.Delegate, rules.DataEntry, rules.Viewer}
}

// MaxName bounds a name, in characters.
const MaxName = 60

// CheckName returns a name without what surrounds it.
func CheckName(name string) (string, error) {
	name = strings.TrimSpace(name)
	odd := func(r rune) bool { return !unicode.IsGraphic(r) }
	if name == "" || !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxName || strings.ContainsFunc(name, odd) {
		return "", ErrName
	}
	return name, nil
}

// Book is all accounts, PINs and invitations. Its methods may be called from many
// goroutines.
type Book struct {
	shelf Shelf
	now   func() time.Time

	mu      sync.Mutex
	people  map[string]Account // by the name in lower case
	pins    map[string]pin     // by table
	invited map[string]invitation
}

// Open reads what is on a shelf; now is the wall clock.
func Open(s Shelf, now func() time.Time) (*Book, error) {
	b := &Book{shelf: s, now: now, people: map[string]Account{}, pins: map[string]pin{}, invited: map[string]invitation{}}
	all, err := s.All()
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	for id, raw := range all {
		kind, name, _ := strings.Cut(id, ":")
		switch kind {
		case personKind:
			err = load(raw, b.people, name)
		case pinKind:
			err = load(raw, b.pins, name)
		case inviteKind:
			err = load(raw, b.invited, name)
		}
		if err != nil {
			return nil, fmt.Errorf("accounts: %s: %w", id, err)
		}
	}
	return b, nil
}

// The kinds of things on the shelf; an id is the kind, a colon and a name.
const (
	personKind = "person"
	pinKind    = "pin"
	inviteKind = "invitation"
)

func load[T any](raw []byte, into map[string]T, name string) error {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	into[name] = v
	return nil
}

// save keeps something and then has it in the map. The lock is held.
func save[T any](b *Book, kind, name string, v T, into map[string]T, until time.Time) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = b.shelf.Commit(kind+":"+name, raw, until)
	}
	if err != nil {
		return fmt.Errorf("accounts: %w", err)
	}
	into[name] = v
	return nil
}

// drop forgets something. The lock is held.
func drop[T any](b *Book, kind, name string, from map[string]T) error {
	if err := b.shelf.Delete(kind + ":" + name); err != nil {
		return fmt.Errorf("accounts: %w", err)
	}
	delete(from, name)
	return nil
}

func keyOf(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// People lists the accounts by role and name.
func (b *Book) People() []Account {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]Account, 0, len(b.people))
	for _, a := range b.people {
		out = append(out, a)
	}
	slices.SortFunc(out, func(x, y Account) int {
		return cmp.Or(slices.Index(Roles(), x.Role)-slices.Index(Roles(), y.Role), strings.Compare(keyOf(x.Name), keyOf(y.Name)))
	})
	return out
}

// Find returns an account by its name.
func (b *Book) Find(name string) (Account, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a, ok := b.people[keyOf(name)]
	return a, ok
}

// Check returns the account of a name whose password is given. Where there is
// none it takes as long to say so.
func (b *Book) Check(name, password string) (Account, bool) {
	a, _ := b.Find(name)
	ok := fits(password, a.Password)
	return a, ok
}

// Invite makes an account, or takes the password of one away, and returns the word
// with which the person chooses one. The error is ErrName, ErrRole or ErrLast.
func (b *Book) Invite(name string, role rules.Role) (word string, err error) {
	if name, err = CheckName(name); err != nil {
		return "", err
	}
	if !slices.Contains(Roles(), role) {
		return "", ErrRole
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lastOrganiser(name) {
		return "", ErrLast
	}
	a := Account{Name: name, Role: role, Stamp: rand.Text(), Made: b.now().UTC()}
	if err := save(b, personKind, keyOf(name), a, b.people, time.Time{}); err != nil {
		return "", err
	}
	return b.invite(invitation{Name: name, Role: role})
}

// Remove deletes an account. The error is ErrNobody or ErrLast.
func (b *Book) Remove(name string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.people[keyOf(name)]; !ok {
		return ErrNobody
	}
	if b.lastOrganiser(name) {
		return ErrLast
	}
	if err := b.uninvite(name); err != nil {
		return err
	}
	return drop(b, personKind, keyOf(name), b.people)
}

// Last tells whether without that account nobody could let people in.
func (b *Book) Last(name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lastOrganiser(name)
}

// lastOrganiser tells what Last does. The lock is held.
func (b *Book) lastOrganiser(name string) bool {
	return b.organises(b.people[keyOf(name)]) && b.organisers() == 1
}

func (b *Book) organises(a Account) bool { return a.Role == rules.Organiser && a.Password != "" }

func (b *Book) organisers() int {
	n := 0
	for _, a := range b.people {
		if b.organises(a) {
			n++
		}
	}
	return n
}
