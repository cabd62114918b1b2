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
  const paths = pathsOf(redirect)
  return `package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"golang.org/x/oauth2"
)

const issuer = ${literal(setting.issuer)}

var config = ${config(setting, literal(redirect))}

// begin sends the browser to the sign-in; the cookie ties the answer to this browser.
func begin(w http.ResponseWriter, r *http.Request) {
	state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	http.SetCookie(w, &http.Cookie{
		Name: "sign-in", Value: state + "." + verifier, Path: "/", MaxAge: 600,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: ${redirect.startsWith('https:')},
	})
	http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
}

// finish takes the answer and trades the code for tokens.
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
	// From here on the person is signed in: begin a session of your own, and keep the token on the server.
	fmt.Fprintln(w, "Signed in until", token.Expiry)
}

func main() {
	http.HandleFunc(${literal(paths.begin)}, begin)
	http.HandleFunc(${literal(paths.finish)}, finish)
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
