; mirror.com: a test door that sends every byte back, whatever its value, by the FOSSIL's block functions.
; It says M when it begins and writes C:\MIRROR.HUP when the carrier is lost.
        cpu 8086
        org 100h
        mov ax,014Dh
        mov dx,2                ; COM3: one port is as good as another
        int 14h
main:   mov ah,18h              ; read a block
        mov cx,512
        mov di,buf
        mov dx,2
        int 14h
        mov si,ax
        mov di,buf
.w:     or si,si
        jz .look
        mov ah,19h              ; write it
        mov cx,si
        mov dx,2
        int 14h
        add di,ax
        sub si,ax
.look:  mov ah,3
        mov dx,2
        int 14h
        test al,80h
        jz hup
        or si,si
        jnz .w
        jmp main
hup:    mov ah,3Ch
        xor cx,cx
        mov dx,file
        int 21h
        mov bx,ax
        mov ah,40h
        mov cx,5
        mov dx,file
        int 21h
        mov ax,4C00h
        int 21h
file    db 'C:\MIRROR.HUP',0
buf:
