#!/bin/sh
# Makes dist/challenge-kiosk-VERSION.dmg of the app that `python3 installer/dev.py build` left in dist/. Run on a Mac, by
# `python3 installer/dev.py package`.
#
# Signing: without an identity the app is signed ad hoc ("-"). That lets it start on the Mac that made it; on any other,
# Gatekeeper refuses the first start until its owner allows it (docs/lockdown.md says which clicks). With a Developer ID:
# KIOSK_IDENTITY="Developer ID Application: …", then notarise the image with `xcrun notarytool submit … --wait` and
# `xcrun stapler staple`; neither has been tried.
set -eu

cd "$(dirname "$0")/../../.."
app="dist/Challenge Kiosk.app"
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' kiosk/__init__.py)
image="dist/challenge-kiosk-$version.dmg"

if [ ! -d "$app" ]; then
    echo "There is no app in dist/. Build it first, on a Mac: python3 installer/dev.py build" >&2
    exit 1
fi

rm -rf "$app/Contents/Resources/licences"
cp -R dist/kiosk/licences "$app/Contents/Resources/licences"
codesign --force --deep --options runtime --sign "${KIOSK_IDENTITY:--}" "$app"
codesign --verify --deep --strict "$app"
plutil -lint "$app/Contents/Info.plist"
QT_QPA_PLATFORM=offscreen "$app/Contents/MacOS/kiosk" self-test

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$app" "$folder/"
ln -s /Applications "$folder/Applications"
hdiutil create -volname "Challenge Kiosk" -srcfolder "$folder" -fs HFS+ -format UDZO -ov "$image"
hdiutil verify "$image"
echo "Built $image"
