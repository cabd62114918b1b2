import { lackOfKeys, literal, pathsOf, sampleFor, SECRET } from './snippet.ts'
import type { Answer, Setting, Snippet } from './snippet.ts'

/** Go with golang.org/x/oauth2. */
export function goSnippet(setting: Setting): Answer {
  const made = (title: string, code: string): Snippet => ({
    title,
    file: 'main.go',
    install: 'go get golang.org/x/oauth2@latest',
    code,
  })
  return (
    lackOfKeys(setting.app) ??
    sampleFor(setting, {
      machine: () => made('Get a token for the machine itself', machine(setting)),
      native: (redirect) => made('Sign in from the command line', native(setting, redirect)),
      web: (redirect) => made('Sign people in', web(setting, redirect)),
    })
  )
}

const scopesOf = (scope: string): string => `[]string{${scope === '' ? '' : scope.split(' ').map(literal).join(', ')}}`

const machine = ({ app, issuer }: Setting): string => `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{
		ClientID:     ${literal(app.clientId)},
		ClientSecret: os.Getenv("${SECRET}"),
		TokenURL:     ${literal(`${issuer}/oauth/token`)},
		Scopes:       ${scopesOf(app.scope)},
		AuthStyle:    oauth2.AuthStyleInHeader,
	}
	token, err := config.Token(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(token.AccessToken)
}
`

const config = ({ app, issuer }: Setting, redirect: string): string => `oauth2.Config{
	ClientID: ${app.authMethod === 'none' ? '' : '    '}${literal(app.clientId)},
${app.authMethod === 'none' ? '' : `	ClientSecret: os.Getenv("${SECRET}"),\n`}	Endpoint: oauth2.Endpoint{
		AuthURL:   ${literal(`${issuer}/oauth/authorize`)},
		TokenURL:  ${literal(`${issuer}/oauth/token`)},
		AuthStyle: oauth2.${app.authMethod === 'none' ? 'AuthStyleInParams' : 'AuthStyleInHeader'},
	},
	RedirectURL: ${redirect},
	Scopes:      ${scopesOf(app.scope)},
}`

// The answer names its server (RFC 9207 §2.4), which the library leaves to us.
const web = (setting: Setting, redirect: string): string => {
  const { port } = new URL(redirect)
  const { begin, finish, signOut } = pathsOf(redirect)
  const [after] = setting.app.postLogoutRedirectUris
  const isSecure = String(redirect.startsWith('https:'))
  return `package main

import (
	"context"
	"encoding/json"
	"html"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"golang.org/x/oauth2"
)

const issuer = ${literal(setting.issuer)}

var config = ${config(setting, literal(redirect))}

// Who is signed in, by a cookie of their browser. In memory for this example: use a store of your own.
var sessions sync.Map

type session struct {
	tokens oauth2.TokenSource // renews the access token when it is about to end
	hint   string
	who    string
}

func setCookie(w http.ResponseWriter, name, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: ${isSecure},
	})
}

func sessionOf(r *http.Request) *session {
	if cookie, err := r.Cookie("session"); err == nil {
		if found, ok := sessions.Load(cookie.Value); ok {
			return found.(*session)
		}
	}
	return nil
}

// begin sends the browser to the sign-in; the cookie ties the answer to this browser.
func begin(w http.ResponseWriter, r *http.Request) {
	state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	setCookie(w, "sign-in", state+"."+verifier, 600)
	http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
}

// home shows who is signed in. Nothing but its address begins a sign-in: a browser asks for more than people do.
func home(w http.ResponseWriter, r *http.Request) {
	mine := sessionOf(r)
	if mine == nil {
		begin(w, r)
		return
	}
	token, err := mine.tokens.Token()
	if err != nil {
		http.Error(w, "the sign-in is over", http.StatusUnauthorized)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write([]byte("<!doctype html><title>Signed in</title><p>Signed in as " + html.EscapeString(mine.who) +
		", until " + token.Expiry.String() +
		"</p><form method='post' action='" + html.EscapeString(${literal(signOut)}) + "'><button>Sign out</button></form>"))
}

// finish takes the answer, trades the code for tokens and begins a session, which keeps them on the server.
func finish(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie("sign-in")
	if err != nil {
		http.Error(w, "this browser did not begin a sign-in", http.StatusBadRequest)
		return
	}
	state, verifier, _ := strings.Cut(cookie.Value, ".")
	answer := r.URL.Query()
	if answer.Get("state") != state || answer.Get("iss") != issuer || answer.Has("error") {
		http.Error(w, "the sign-in failed: "+answer.Get("error_description"), http.StatusBadRequest)
		return
	}
	token, err := config.Exchange(r.Context(), answer.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		http.Error(w, "the code could not be redeemed", http.StatusBadRequest)
		return
	}
	id := oauth2.GenerateVerifier()
	hint, _ := token.Extra("id_token").(string)
	sessions.Store(id, &session{config.TokenSource(context.Background(), token), hint, whoIs(r.Context(), token)})
	setCookie(w, "session", id, 0)
	setCookie(w, "sign-in", "", -1)
	http.Redirect(w, r, ${literal(begin)}, http.StatusSeeOther)
}

// whoIs asks the server about the person, where the scope has openid.
func whoIs(ctx context.Context, token *oauth2.Token) string {
	response, err := config.Client(ctx, token).Get(issuer + "/oauth/userinfo")
	if err != nil {
		return "somebody"
	}
	defer response.Body.Close()
	var claims struct{ Sub, Email string }
	if json.NewDecoder(response.Body).Decode(&claims) != nil || claims.Sub == "" {
		return "somebody"
	}
	if claims.Email != "" {
		return claims.Email
	}
	return claims.Sub
}

// signOut ends the session here, and the sign-in at the server.
func signOut(w http.ResponseWriter, r *http.Request) {
	question := url.Values{"client_id": {config.ClientID}}
${after === undefined ? '' : `	question.Set("post_logout_redirect_uri", ${literal(after)})\n`}	if mine := sessionOf(r); mine != nil && mine.hint != "" {
		question.Set("id_token_hint", mine.hint)
	}
	if cookie, err := r.Cookie("session"); err == nil {
		sessions.Delete(cookie.Value)
	}
	setCookie(w, "session", "", -1)
	http.Redirect(w, r, issuer+"/oauth/logout?"+question.Encode(), http.StatusSeeOther)
}

func main() {
	http.HandleFunc("GET "+${literal(begin === '/' ? '/{$}' : begin)}, home)
	http.HandleFunc("GET "+${literal(finish === '/' ? '/{$}' : finish)}, finish)
	http.HandleFunc("POST "+${literal(signOut)}, signOut)
	port := os.Getenv("PORT")
	if port == "" {
		port = ${literal(port || '3000')}
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
`
}

const native = (setting: Setting, redirect: string): string => `package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
)

const issuer = ${literal(setting.issuer)}

func main() {
	// Any free port will do: the server compares loopback addresses without it (RFC 8252 section 7.3).
	redirect, _ := url.Parse(${literal(redirect)})
	listener, err := net.Listen("tcp", net.JoinHostPort(redirect.Hostname(), "0"))
	if err != nil {
		log.Fatal(err)
	}
	redirect.Host = listener.Addr().String()
	config := ${config(setting, 'redirect.String()').replaceAll('\n', '\n\t')}
	state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	fmt.Println("Open in your browser:", config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)))

	answers := make(chan url.Values)
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "You can close this page.")
		if r.URL.Path == redirect.Path {
			answers <- r.URL.Query()
		}
	}))
	answer := <-answers
	if answer.Get("state") != state || answer.Get("iss") != issuer || answer.Has("error") {
		log.Fatal("the sign-in failed: ", answer.Get("error_description"))
	}
	token, err := config.Exchange(context.Background(), answer.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Signed in until", token.Expiry)
}
`
