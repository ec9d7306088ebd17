package grammar

import (
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/ir"
)

// code builds the grammar of the code surface. Every node of it follows a
// production of docs/grammar.abnf.
type code struct {
	*plan
	w *words
	// lexer: the condition is written so that a lexer that never goes back finds
	// the end of a word in front of ": ", a colon being part of words too.
	lexer bool
	after map[afterKey]*rule
	calls map[string]node
}

// code returns the rule root. A flat grammar writes sets out as few times as can
// be, not as rules that refer to each other.
func (p *plan) code(lexer, flat bool) *rule {
	c := &code{p, newWords(p.Options, flat), lexer, map[afterKey]*rule{}, map[string]node{}}
	blanks := node(nil)
	if p.AnySpelling {
		blanks = opt(token("blanks", rep{charsOf(" \t\r\n"), 1, inf}))
	}
	parts := []node{blanks}
	if p.constraints() {
		parts = append(parts, opt(&rule{"condition", false, c.condition()}))
	}
	parts = append(parts, &rule{"actions", false, c.actions()})
	if p.rules.Alternatives {
		if alts := c.alternatives(); alts != nil {
			parts = append(parts, opt(&rule{"otherwise", false, chain(c.either(codescan.Else, codescan.ElseWord), alts)}))
		}
	}
	return &rule{"root", false, chain(append(parts, blanks)...)}
}

// either is the compiler's spelling, or with AnySpelling the decoder's too.
func (c *code) either(first, second string) node {
	if c.AnySpelling {
		return oneOf(lit(first), lit(second))
	}
	return lit(first)
}

func (c *code) comma() node {
	if c.AnySpelling {
		return chain(lit(codescan.Comma), opt(lit(" ")))
	}
	return lit(codescan.Comma)
}

// list is one or more of a kind, bounded by MaxList.
func (c *code) list(n, joint node) node {
	return chain(n, many(chain(joint, n), bound(c.MaxList, 1)))
}

// form is one way to write a constraint. last is the word that it ends with, nil
// if it ends with a parenthesis.
type form struct {
	front node
	last  *rule
}

// condition = "if " constraint *( " and " constraint ) ": "
func (c *code) condition() node {
	var forms []form
	for _, t := range slices.Sorted(maps.Keys(c.rules.Constraints)) {
		name, negated := strings.CutPrefix(t, "!")
		forms = append(forms, c.constraint(token("name", lit(spellWord(name))), negated, c.rules.Constraints[t])...)
	}
	if c.rules.AnyConstraint {
		var plain, negated []string
		for t := range c.rules.Constraints {
			if name, ok := strings.CutPrefix(t, "!"); ok {
				negated = append(negated, name)
			} else {
				plain = append(plain, t)
			}
		}
		slices.Sort(plain)
		slices.Sort(negated)
		forms = append(forms, c.constraint(c.w.except(plain, true), false, ir.ConstraintRule{})...)
		forms = append(forms, c.constraint(c.w.except(negated, false), true, ir.ConstraintRule{})...)
	}
	var whole, final []node
	thens := map[*rule]node{}
	for _, f := range forms {
		if f.last == nil {
			whole = append(whole, f.front)
			final = append(final, chain(f.front, c.either(codescan.Then, codescan.ThenWord)))
			continue
		}
		whole = append(whole, chain(f.front, f.last))
		then := thens[f.last]
		if then == nil {
			then = token(f.last.name+"-then", chain(f.last, lit(codescan.Then)))
			thens[f.last] = then
		}
		if c.AnySpelling {
			then = oneOf(then, chain(f.last, lit(codescan.ThenWord)))
		}
		final = append(final, chain(f.front, then))
	}
	one := &rule{"constraint", false, oneOf(whole...)}
	if !c.lexer {
		return chain(lit(codescan.If), c.list(one, lit(codescan.And)), c.either(codescan.Then, codescan.ThenWord))
	}
	last := &rule{"last-constraint", false, oneOf(final...)}
	return chain(lit(codescan.If), many(chain(one, lit(codescan.And)), bound(c.MaxList, 1)), last)
}

func label(i int) node { return lit(codescan.Labels()[i] + "=") }

// constraint returns the forms of a constraint with a name.
func (c *code) constraint(name *rule, negated bool, r ir.ConstraintRule) (forms []form) {
	word := c.w.word(codescan.Anywhere)
	value, valueNotTime := word, c.w.notTime()
	if len(r.Enum) > 0 {
		value, valueNotTime = token("value", exactly(r.Enum, spellWord)), token("value", exactly(r.Enum, spellNotTime))
	}
	front := node(name)
	if negated {
		front = chain(lit("!"), name)
	}
	var infix, labelled []string
	without := len(r.Operators) == 0 || slices.Contains(r.Operators, "")
	for _, op := range r.Operators {
		if codescan.IsOperator(op) {
			infix = append(infix, op)
		} else if op != "" {
			labelled = append(labelled, op)
		}
	}
	opLabel := node(nil) // "operator=" word
	if len(r.Operators) == 0 {
		all := codescan.Operators()
		infix = all[:]
		opLabel = chain(label(codescan.LabelOperator), word)
	} else if len(labelled) > 0 {
		opLabel = chain(label(codescan.LabelOperator), token("operator", exactly(labelled, spellWord)))
	}
	if len(infix) > 0 {
		var ops []node
		for _, op := range infix {
			ops = append(ops, lit(op))
		}
		before := chain(front, opt(chain(lit("("), word, lit(")"))), oneOf(ops...))
		forms = append(forms, form{before, value}, form{chain(before, value, lit(codescan.At)), word})
	}
	op := part{opLabel, !without}
	if !without && opLabel == nil {
		return forms // an operator is a must, and there are only infix ones
	}
	if negated {
		return append(forms, c.negation(front, name, value, op, fits(r.Enum, "true"))...)
	}
	return append(forms, form{chain(front, lit("("), c.funcCall(word, value, valueNotTime, op), lit(")")), nil})
}

// part is one of several parts that stand in an order.
type part struct {
	node node // nil for none
	must bool
}

// funcCall is the parts of a func-call: the second of two words is the time if
// it is time-like, and the time is said once.
func (c *code) funcCall(word, value, valueNotTime *rule, op part) node {
	time := part{chain(label(codescan.LabelTime), word), false}
	return oneOf(
		chain(value, c.rest(time, op)),
		chain(value, c.comma(), c.w.timeLike(), c.rest(op)),
		chain(word, c.comma(), valueNotTime, c.rest(time, op)),
		chain(word, c.comma(), value, c.comma(), word, c.rest(op)))
}

// negation is "!" name, alone or with parts. Without value= its value is "true".
func (c *code) negation(front node, name, value *rule, op part, mayBeTrue bool) (forms []form) {
	word := c.w.word(codescan.Anywhere)
	if mayBeTrue && !op.must {
		forms = append(forms, form{lit("!"), name})
	}
	v := part{chain(label(codescan.LabelValue), value), !mayBeTrue}
	subject := part{chain(label(codescan.LabelSubject), word), false}
	time := part{chain(label(codescan.LabelTime), word), false}
	parts := oneOf(
		chain(c.w.timeLike(), c.rest(v, subject, op)),
		c.some(v, subject, time, op))
	if c.AnySpelling && mayBeTrue && !op.must {
		parts = opt(parts)
	}
	return append(forms, form{chain(front, lit("("), parts, lit(")")), nil})
}

// rest is parts behind another one, each with its comma.
func (c *code) rest(list ...part) node {
	var out []node
	for _, p := range list {
		if p.node == nil {
			continue
		}
		n := chain(c.comma(), p.node)
		if !p.must {
			n = opt(n)
		}
		out = append(out, n)
	}
	if len(out) == 0 {
		return nil
	}
	return chain(out...)
}

// some is one or more of the parts, in their order.
func (c *code) some(list ...part) node {
	var out []node
	for i, p := range list {
		if p.node == nil {
			continue
		}
		out = append(out, chain(p.node, c.rest(list[i+1:]...)))
		if p.must {
			break
		}
	}
	return oneOf(out...)
}

// actions = call *( "; " call ), no two calls of one action in a row.
func (c *code) actions() node {
	all := c.joined(codescan.Next)
	if c.AnySpelling {
		all = oneOf(all, c.joined(codescan.Arrow))
	}
	return all
}

func (c *code) joined(joint string) node {
	if c.verbs == nil {
		fn := token("function", chain(charsOf(lower), many(charsOf(lower+"_"), inf), lit("(")))
		call := &rule{"call", false, chain(fn, opt(c.args(ir.VerbRule{AnyEntity: true}, "")), lit(")"))}
		return chain(call, many(chain(lit(joint), call), bound(c.MaxCalls, 1)))
	}
	var list []node
	if len(c.verbs) == 2 && c.MaxCalls == 0 {
		for i, v := range c.verbs {
			if first := c.call(v, true); first != nil {
				list = append(list, chain(first, c.inTurn(lit(joint), c.call(c.verbs[1-i], false), c.call(v, false))))
			}
		}
		return oneOf(list...)
	}
	for _, v := range c.verbs {
		if first := c.call(v, true); first != nil {
			list = append(list, chain(first, c.next(afterKey{joint, v, bound(c.MaxCalls, 1)})))
		}
	}
	return oneOf(list...)
}

// inTurn is any number of calls, of a and b in turn.
func (c *code) inTurn(joint, a, b node) node {
	switch {
	case a == nil:
		return nil
	case b == nil:
		return opt(chain(joint, a))
	}
	return chain(many(chain(joint, a, joint, b), inf), opt(chain(joint, a)))
}

// afterKey is a place behind a call of a verb, where some calls may follow.
type afterKey struct {
	joint string
	verb  ir.Action
	left  int // inf for any number
}

// next is what may follow a call: nothing, or a call of another verb.
func (c *code) next(k afterKey) node {
	if k.left == 0 || len(c.verbs) < 2 {
		return nil
	}
	if r, ok := c.after[k]; ok {
		return opt(r)
	}
	r := &rule{name: "behind-" + k.verb.Func()}
	c.after[k] = r
	left := k.left
	if left != inf {
		left--
	}
	var list []node
	for _, v := range c.verbs {
		if call := c.call(v, false); v != k.verb && call != nil {
			list = append(list, chain(call, c.next(afterKey{k.joint, v, left})))
		}
	}
	r.body = chain(lit(k.joint), oneOf(list...))
	if len(list) == 0 {
		delete(c.after, k)
		return nil
	}
	return opt(r)
}

// call is a call of a verb, nil if none can be. The first is the intent's. A
// later one is there because it has an entity: without arguments that is an
// "act" with the value "".
func (c *code) call(v ir.Action, first bool) node {
	key := string(v) + strconv.FormatBool(first)
	if n, ok := c.calls[key]; ok {
		return n
	}
	r := c.verbRule(v)
	act, named := r.Entities[ir.Positional]
	emptyFirst := !missing(r)
	empty := (named && fits(act.Enum, "") || !named && r.AnyEntity) && !missing(r, ir.Positional)
	if first {
		if empty == emptyFirst {
			return c.call(v, false)
		}
		empty = emptyFirst
	}
	open := lit(v.Func() + "(")
	var n node
	args := c.args(r, v.Func())
	if args != nil && empty {
		args = opt(args)
	}
	switch {
	case args != nil:
		n = &rule{v.Func(), false, chain(open, args, lit(")"))}
	case empty:
		n = lit(v.Func() + "()")
	}
	c.calls[key] = n
	return n
}

// args is one or more arguments that a verb may have, nil if it may have none.
func (c *code) args(r ir.VerbRule, name string) node {
	if len(r.Entities) == 0 {
		name = "" // the same for all verbs
	}
	if !r.AnyEntity && name == "" {
		return nil
	}
	key := "args " + name
	if n, ok := c.calls[key]; ok {
		return n
	}
	a := &arguments{code: c, verb: name, states: map[int]node{}}
	for _, id := range ids(r) {
		e := r.Entities[id]
		one := slot{&rule{name + "-" + id, false, c.arg(id, e)}, e.Required, e.Repeat}
		if e.Repeat && !e.Required {
			a.free = append(a.free, one.node)
		} else {
			a.slots = append(a.slots, one)
		}
	}
	if r.AnyEntity {
		a.free = append(a.free, c.other(ids(r)))
	}
	n := &rule{name + "-args", false, a.node()}
	c.calls[key] = n
	return n
}

// other is an argument that no rule names.
func (c *code) other(named []string) node {
	word := c.w.word(codescan.Anywhere)
	if len(named) == 0 {
		return &rule{"arg", false, chain(word, opt(chain(lit("="), word)))}
	}
	list := []node{}
	switch act, time := slices.Contains(named, ir.Positional), slices.Contains(named, codescan.TimeID); {
	case !act && !time:
		list = append(list, word)
	case !act:
		list = append(list, c.w.notTime())
	case !time:
		list = append(list, c.w.timeLike())
	}
	return &rule{"other-arg", false, oneOf(append(list, chain(c.w.except(named, false), lit("="), word))...)}
}

// arg is an argument with a known id.
func (c *code) arg(id string, e ir.EntityRule) node {
	value := c.w.word(codescan.Anywhere)
	if len(e.Enum) > 0 {
		value = token("value", exactly(e.Enum, spellWord))
	}
	labelled := chain(lit(spellWord(id)+"="), value)
	switch id {
	case ir.Positional:
		positional := c.w.notTime()
		if len(e.Enum) > 0 {
			positional = token("value", exactly(e.Enum, spellNotTime))
		}
		if c.AnySpelling {
			return oneOf(positional, labelled)
		}
		return positional
	case codescan.TimeID:
		var times []string
		for _, s := range e.Enum {
			if codescan.TimeLike(s) {
				times = append(times, s)
			}
		}
		switch {
		case len(e.Enum) == 0:
			return oneOf(c.w.timeLike(), labelled)
		case len(times) > 0:
			return oneOf(token("time", exactly(times, spellWord)), labelled)
		}
	}
	return labelled
}

// arguments puts the arguments of a call together. A slot stands once, or must
// stand; what is free stands anywhere, any number of times.
type arguments struct {
	*code
	verb   string
	slots  []slot
	free   []node
	states map[int]node
}

type slot struct {
	node             node
	required, repeat bool
}

// maxSlots is how many slots of a verb may come in any order: there is a rule
// for each subset of them. More come in the order of ids.
const maxSlots = 6

func (a *arguments) node() node {
	if len(a.slots) > maxSlots {
		return a.ordered()
	}
	if len(a.slots) == 0 {
		return a.list(oneOf(a.free...), a.comma())
	}
	var list []node
	if free := oneOf(a.free...); free != nil {
		list = append(list, chain(free, a.rest(0)))
	}
	for i, s := range a.slots {
		list = append(list, chain(s.node, a.rest(1<<i)))
	}
	return oneOf(list...)
}

// rest is what follows when the slots of a set have been said.
func (a *arguments) rest(said int) node {
	if n, ok := a.states[said]; ok {
		return n
	}
	free := slices.Clone(a.free)
	var more []node
	done := true
	for i, s := range a.slots {
		switch bit := 1 << i; {
		case said&bit == 0:
			done = done && !s.required
			more = append(more, chain(a.comma(), s.node, a.rest(said|bit)))
		case s.repeat:
			free = append(free, s.node)
		}
	}
	var n node
	if again := oneOf(free...); again != nil {
		n = many(chain(a.comma(), again), bound(a.MaxList, 1))
	}
	if last := oneOf(more...); last != nil {
		if done {
			last = opt(last)
		}
		n = chain(n, last)
	}
	if n != nil && bits.OnesCount(uint(said)) < len(a.slots) {
		n = &rule{a.verb + "-rest", false, n}
	}
	a.states[said] = n
	return n
}

// ordered is the slots in their order, what is free between them.
func (a *arguments) ordered() node {
	again := oneOf(a.free...)
	between := func(n node) node { // any free arguments behind
		if again == nil {
			return n
		}
		return chain(n, many(chain(a.comma(), again), bound(a.MaxList, 1)))
	}
	whole := func(s slot) node {
		if s.repeat {
			return between(a.list(s.node, a.comma()))
		}
		return between(s.node)
	}
	// tail[i] is what may follow in front of slot i.
	tail := make([]node, len(a.slots)+1)
	for i := len(a.slots) - 1; i >= 0; i-- {
		n := chain(a.comma(), whole(a.slots[i]))
		if !a.slots[i].required {
			n = opt(n)
		}
		if tail[i+1] != nil {
			n = chain(n, tail[i+1])
		}
		tail[i] = &rule{a.verb + "-rest", false, n}
	}
	var list []node
	if again != nil {
		list = append(list, chain(a.list(again, a.comma()), tail[0]))
	}
	for i, s := range a.slots {
		list = append(list, chain(whole(s), tail[i+1]))
		if s.required {
			break
		}
	}
	return oneOf(list...)
}

// alternatives = altcall *( "; " altcall )
func (c *code) alternatives() node {
	var list []node
	if c.verbs == nil {
		fn := token("function", chain(charsOf(lower), many(charsOf(lower+"_"), inf), lit("(")))
		list = append(list, c.altcall(fn, ir.VerbRule{AnyEntity: true}))
	}
	for _, v := range c.verbs {
		list = append(list, c.altcall(lit(v.Func()+"("), c.verbRule(v)))
	}
	one := oneOf(list...)
	if one == nil {
		return nil
	}
	return c.list(&rule{"alternative", false, one}, lit(codescan.Next))
}

// altcall = fn "(" [ target [ "@" target ] / "loc=" target ] ")". A target
// follows the rule of the entity "act", a location that of "loc".
func (c *code) altcall(open node, r ir.VerbRule) node {
	value := func(id string) node {
		e, ok := r.Entities[id]
		switch {
		case !ok && !r.AnyEntity:
			return nil
		case len(e.Enum) > 0:
			return token("value", exactly(e.Enum, spellTarget))
		}
		return c.w.word(codescan.Target)
	}
	target, location := value(ir.Positional), value(ir.Location)
	var list []node
	none := !missing(r)
	if target != nil && !missing(r, ir.Positional) {
		list = append(list, target)
	}
	if target != nil && location != nil && !missing(r, ir.Positional, ir.Location) {
		list = append(list, chain(target, lit("@"), location))
	}
	if location != nil && !missing(r, ir.Location) {
		list = append(list, chain(lit(codescan.Loc), location))
	}
	args := oneOf(list...)
	switch {
	case args == nil && !none:
		return nil
	case args == nil:
		return chain(open, lit(")"))
	case none:
		args = opt(args)
	}
	return chain(open, args, lit(")"))
}
