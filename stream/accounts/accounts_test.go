package accounts

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// memory is a Shelf that can fail.
type memory struct {
	kept map[string][]byte
	err  error
}

func (m *memory) All() (map[string][]byte, error) { return m.kept, m.err }

func (m *memory) Commit(id string, value []byte, _ time.Time) error {
	if m.err == nil {
		m.kept[id] = slices.Clone(value)
	}
	return m.err
}

func (m *memory) Delete(id string) error {
	if m.err == nil {
		delete(m.kept, id)
	}
	return m.err
}

const secret = "correct horse"

type fixture struct {
	*Book
	t     *testing.T
	shelf *memory
	now   time.Time
}

func open(t *testing.T) *fixture {
	f := &fixture{t: t, shelf: &memory{kept: map[string][]byte{}}, now: time.Unix(1_000_000, 0)}
	f.reopen()
	return f
}

func (f *fixture) reopen() {
	f.t.Helper()
	b, err := Open(f.shelf, func() time.Time { return f.now })
	if err != nil {
		f.t.Fatal(err)
	}
	f.Book = b
}

// must holds that there is no error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestPassword(t *testing.T) {
	kept, err := hash(secret)
	if err != nil || !strings.HasPrefix(kept, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(kept, secret) {
		t.Fatalf("%q, %v", kept, err)
	}
	if other, _ := hash(secret); other == kept {
		t.Error("no salt")
	}
	// As the reference implementation writes it: argon2 somesalt, 2 passes, 64 MiB
	// (github.com/P-H-C/phc-winner-argon2, README).
	const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	for _, c := range []struct {
		password, kept string
		want           bool
	}{
		{secret, kept, true}, {secret + " ", kept, false}, {"", kept, false}, {"", "", false}, {secret, "", false},
		{secret, strings.Replace(kept, "argon2id", "argon2i", 1), false}, {secret, strings.Replace(kept, "v=19", "v=16", 1), false},
		{secret, kept[:len(kept)-4], false}, {secret, kept + "$", false}, {secret, strings.Replace(kept, "m=19456", "m=4294967295", 1), false},
		{"password", reference, true}, {"passwort", reference, false},
	} {
		if got := fits(c.password, c.kept); got != c.want {
			t.Errorf("%q, %q: %v", c.password, c.kept, got)
		}
	}
	for password, fine := range map[string]bool{"1234567": false, "12345678": true, "密碼密碼密碼密碼": true, "密碼密碼密碼密": false,
		strings.Repeat("x", MaxPassword): true, strings.Repeat("x", MaxPassword+1): false, "1234567\xff": false} {
		if _, err := hash(password); errors.Is(err, ErrPassword) == fine {
			t.Errorf("%q: %v", password, err)
		}
	}
}

func FuzzFits(f *testing.F) {
	kept, err := hash(secret)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(kept)
	f.Add("$argon2id$v=19$m=8,t=1,p=255$$")
	f.Fuzz(func(t *testing.T, s string) {
		if fits("another password", s) {
			t.Error("it fits")
		}
	})
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{" Ann Wong 王安 ": "Ann Wong 王安", "": "", " ": "", "a\x00b": "", "a\xff": "",
		strings.Repeat("王", MaxName): strings.Repeat("王", MaxName), strings.Repeat("x", MaxName+1): ""} {
		got, err := CheckName(name)
		if got != want || errors.Is(err, ErrName) != (want == "") {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

// The first word is good once, until there is an organiser, and only the newest.
func TestFirst(t *testing.T) {
	f := open(t)
	old := must(f.First())
	word := must(f.First())
	if _, err := f.Accept(old, "Ann", secret); !errors.Is(err, ErrInvitation) {
		t.Errorf("the word of before: %v", err)
	}
	for in, want := range map[[2]string]error{{"", secret}: ErrName, {"Ann", "short"}: ErrPassword} {
		if _, err := f.Accept(word, in[0], in[1]); !errors.Is(err, want) {
			t.Errorf("%q: %v", in, err)
		}
	}
	f.reopen()
	if !f.Empty() {
		t.Error("somebody is there")
	}
	a := must(f.Accept(word, " Ann ", secret))
	if a.Name != "Ann" || a.Role != rules.Organiser || f.Empty() {
		t.Errorf("%+v", a)
	}
	if _, err := f.Accept(word, "Eve", secret); !errors.Is(err, ErrInvitation) {
		t.Errorf("again: %v", err)
	}
	if got := must(f.First()); got != "" {
		t.Error("another first word")
	}
	for _, raw := range f.shelf.kept {
		if strings.Contains(string(raw), word) || strings.Contains(string(raw), secret) {
			t.Errorf("kept as it is: %s", raw)
		}
	}
}

// Accounts are made, changed and removed; each time the stamp is another one. Of
// the organisers one always stays.
func TestPeople(t *testing.T) {
	f := open(t)
	must(f.Accept(must(f.First()), "Ann", secret))
	for name, role := range map[string]rules.Role{"Ann": rules.Judge, "X": rules.Device, "Y": "", "Z": "king"} {
		if _, err := f.Invite(name, role); !errors.Is(err, ErrRole) {
			t.Errorf("%s: %v", role, err)
		}
	}
	word := must(f.Invite("Dee", rules.Delegate))
	if _, in := f.Check("Dee", ""); in {
		t.Error("in without a password")
	}
	if name, role, err := f.Invited(word); name != "Dee" || role != rules.Delegate || err != nil {
		t.Error(name, role, err)
	}
	d := must(f.Accept(word, "Eve", secret))
	f.reopen()
	if a, in := f.Check(" dee ", secret); !in || a.Name != "Dee" || a.Role != rules.Delegate || a.Stamp != d.Stamp {
		t.Errorf("%+v, %v", a, in)
	}
	word = must(f.Invite("DEE", rules.Viewer))
	if a, in := f.Check("Dee", secret); in || a.Stamp == d.Stamp || a.Role != rules.Viewer {
		t.Errorf("invited again: %+v, %v", a, in)
	}
	f.now = f.now.Add(week)
	if _, err := f.Accept(word, "", secret); !errors.Is(err, ErrInvitation) {
		t.Errorf("after a week: %v", err)
	}
	word = must(f.Invite("Dee", rules.Viewer))
	if err := f.Remove("Dee"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Accept(word, "", secret); !errors.Is(err, ErrInvitation) {
		t.Errorf("removed: %v", err)
	}
	for err, want := range map[error]error{f.Remove("Dee"): ErrNobody, f.Remove("Ann"): ErrLast} {
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := f.Invite("ann", rules.Viewer); !errors.Is(err, ErrLast) || !f.Last("Ann") {
		t.Error(err)
	}
	must(f.Accept(must(f.Invite("Bob", rules.Organiser)), "", secret))
	if err := f.Remove("Ann"); err != nil || len(f.People()) != 1 {
		t.Errorf("%v, %+v", err, f.People())
	}
}

func TestPINs(t *testing.T) {
	f := open(t)
	pin, stamp, err := f.PIN("a")
	if err != nil || len(pin) != pinDigits || strings.Trim(pin, "0123456789") != "" {
		t.Fatalf("%q, %v", pin, err)
	}
	f.reopen()
	if again, same, err := f.PIN("a"); again != pin || same != stamp || err != nil {
		t.Errorf("%q, %v", again, err)
	}
	other := must(f.Renew("a"))
	if now, changed, _ := f.PIN("a"); now != other || other == pin || changed == stamp {
		t.Errorf("%q after %q", now, pin)
	}
}

// What cannot be kept has not happened.
func TestShelfFails(t *testing.T) {
	f := open(t)
	must(f.Accept(must(f.First()), "Ann", secret))
	word := must(f.Invite("Dee", rules.Delegate))
	pin, _, _ := f.PIN("a")
	f.shelf.err = errors.New("no room")
	_, err1 := f.Invite("Eve", rules.Viewer)
	_, err2 := f.Accept(word, "", secret)
	_, err3 := f.Renew("a")
	for _, err := range []error{err1, err2, err3, f.Remove("Dee")} {
		if !errors.Is(err, f.shelf.err) {
			t.Error(err)
		}
	}
	f.shelf.err = nil
	if now, _, _ := f.PIN("a"); now != pin || len(f.People()) != 2 {
		t.Errorf("%+v", f.People())
	}
	must(f.Accept(word, "", secret))
}
